"""A conversion webhook as people write them: HTTPS, ConversionReview in, ConversionReview out. It
converts Lamps, the custom resource of test_conversion.py, and can be told to misbehave."""
import http.server
import json
import os
import ssl
import subprocess
import threading

GROUP = "conversion.example"


def make_certificates(folder, names):
    """(authority PEM, certificate file, key file) for the names, as openssl writes subjectAltName:
    `DNS:a.svc,IP:127.0.0.1`."""
    os.makedirs(folder, exist_ok=True)

    def path(name):
        return os.path.join(folder, name)

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True)

    with open(path("names"), "w", encoding="utf-8") as file:
        file.write(f"subjectAltName={names}\n")
    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    openssl(
        "req",
        "-x509",
        *new_key,
        "-keyout",
        path("ca.key"),
        "-out",
        path("ca.crt"),
        "-subj",
        "/CN=authority of the tests",
        "-days",
        "1",
    )
    openssl(
        "req", *new_key, "-keyout", path("tls.key"), "-out", path("tls.csr"), "-subj", "/CN=webhook"
    )
    openssl(
        "x509",
        "-req",
        "-in",
        path("tls.csr"),
        "-CA",
        path("ca.crt"),
        "-CAkey",
        path("ca.key"),
        "-CAcreateserial",
        "-out",
        path("tls.crt"),
        "-days",
        "1",
        "-extfile",
        path("names"),
    )
    with open(path("ca.crt"), encoding="utf-8") as file:
        return file.read(), path("tls.crt"), path("tls.key")


def convert(lamp, api_version):
    """v1 has one `address`, v2 `host` and `port`; `state` is called `phase`; v2 counts deeper."""
    lamp = json.loads(json.dumps(lamp))
    spec, status = lamp.get("spec", {}), lamp.get("status")
    if api_version.endswith("/v2"):
        address = spec.pop("address", None)
        if address is not None:
            spec["host"], _, port = address.partition(":")
            spec["port"] = int(port)
        if "replicas" in spec:
            spec["size"] = {"count": spec.pop("replicas")}
        if status and "state" in status:
            status["phase"] = status.pop("state")
    else:
        if "host" in spec:
            spec["address"] = f"{spec.pop('host')}:{spec.pop('port', 0)}"
        if "size" in spec:
            spec["replicas"] = spec.pop("size")["count"]
        if status and "phase" in status:
            status["state"] = status.pop("phase")
    lamp["apiVersion"] = api_version
    return lamp


def answer(review):
    """What a good webhook says."""
    request = review["request"]
    objects = [convert(lamp, request["desiredAPIVersion"]) for lamp in request["objects"]]
    return {
        "apiVersion": review["apiVersion"],
        "kind": "ConversionReview",
        "response": {
            "uid": request["uid"],
            "result": {"status": "Success"},
            "convertedObjects": objects,
        },
    }


class Webhook:
    """Runs until `close`. `reviews` has all that it was asked. `behave` is a function from a review
    to what is sent: a dict, bytes, (status, bytes), or None to close the connection."""

    def __init__(self, folder, names="IP:127.0.0.1", host="127.0.0.1"):
        self.authority, self.certificate, key = make_certificates(folder, names)
        self.reviews, self.paths, self.behave = [], [], answer
        webhook = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                review = json.loads(body)
                webhook.reviews.append(review)
                webhook.paths.append(self.path)
                said = webhook.behave(review)
                if said is None:
                    self.close_connection = True
                    return
                status, data = said if isinstance(said, tuple) else (200, said)
                if isinstance(data, dict):
                    data = json.dumps(data).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *unused):
                pass

        class HttpsServer(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *unused):
                pass  # clients that give up are part of the tests

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server = HttpsServer((host, 0), Handler)
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = self.server.server_address[1]
        self.url = f"https://{host}:{self.port}/convert"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def taken(self):
        """The reviews since the last call of this."""
        reviews, self.reviews = self.reviews, []
        return reviews

    def close(self):
        self.server.shutdown()
        self.server.server_close()
