"""One object of each kind that the tests are about, in the order in which kubectl prints them."""

CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  color: blue
"""

SECRET = """\
apiVersion: v1
kind: Secret
metadata:
  name: password
data:
  key: c2VzYW1l
"""

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: server
        image: server:1
        ports:
        - containerPort: 8080
      - name: proxy
        image: proxy:1
"""

SERVICE = """\
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - name: http
    port: 80
    targetPort: 8080
"""

JOB = """\
apiVersion: batch/v1
kind: Job
metadata:
  name: once
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: work
        image: work:1
"""

ROLE = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: reader
rules:
- apiGroups: [""]
  resources: [pods]
  verbs: [get]
"""

ALL = "---\n".join((CONFIG_MAP, SECRET, DEPLOYMENT, SERVICE, JOB, ROLE))
NAMES = (
    "configmap/settings",
    "secret/password",
    "deployment.apps/web",
    "service/web",
    "job.batch/once",
    "role.rbac.authorization.k8s.io/reader",
)


def said_of_all(word):
    """What kubectl prints when it has done the same to each of them."""
    return "".join(f"{name} {word}\n" for name in NAMES)


def rows(output):
    """Rows of a table with the header first, each as its cells; cells are two spaces apart."""
    return [
        [cell.strip() for cell in line.split("  ") if cell.strip()]
        for line in output.strip("\n").split("\n")
    ]
