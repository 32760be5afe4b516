#!/usr/bin/python3
"""Lists and then watches the config maps of a namespace with Debian's python3-kubernetes:
  follow.py KUBECONFIG NAMESPACE
Prints a line of JSON for everything it is told. A watch that ends is resumed where it was."""
import json
import sys
import time

import urllib3
from kubernetes import client, config, watch

RETRY_SECONDS = 0.05


def show(kind, item):
    metadata = item.metadata
    record = {
        "type": kind,
        "name": metadata.name,
        "revision": metadata.resource_version,
        "data": item.data,
    }
    print(json.dumps(record), flush=True)


def main():
    kubeconfig, namespace = sys.argv[1:]
    config.load_kube_config(kubeconfig)
    api = client.CoreV1Api()
    listed = api.list_namespaced_config_map(namespace)
    for item in listed.items:
        show("LISTED", item)
    revision = listed.metadata.resource_version
    print(json.dumps({"type": "connect"}), flush=True)
    while True:
        watcher = watch.Watch()
        try:
            for event in watcher.stream(
                api.list_namespaced_config_map, namespace, resource_version=revision
            ):
                revision = event["object"].metadata.resource_version
                show(event["type"], event["object"])
        except (urllib3.exceptions.HTTPError, client.ApiException) as error:
            print(error, file=sys.stderr, flush=True)
            time.sleep(RETRY_SECONDS)


main()
