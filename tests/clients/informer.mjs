// An informer of @kubernetes/client-node that follows the config maps of a namespace:
//   node informer.mjs KUBECONFIG NAMESPACE
// Prints a line of JSON for everything it is told. An informer that lost its server is started
// again, as its documentation says.
import { createRequire } from "node:module";
import path from "node:path";

// The package is not installed beside this file but where $CLIENT_MODULES says.
const require = createRequire(path.join(process.env.CLIENT_MODULES, "package.json"));
const k8s = await import(require.resolve("@kubernetes/client-node"));

const [kubeconfig, namespace] = process.argv.slice(2);
const RETRY_MS = 50;

const config = new k8s.KubeConfig();
config.loadFromFile(kubeconfig);
const api = config.makeApiClient(k8s.CoreV1Api);
const informer = k8s.makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, () =>
  api.listNamespacedConfigMap({ namespace }),
);

const print = (type, object) =>
  console.log(
    JSON.stringify({
      type,
      name: object?.metadata?.name,
      revision: object?.metadata?.resourceVersion,
      data: object?.data,
    }),
  );
const start = () => informer.start().catch(again);
const again = (error) => {
  console.error(String(error));
  setTimeout(start, RETRY_MS);
};
for (const type of ["add", "update", "delete"]) informer.on(type, (object) => print(type, object));
informer.on("connect", () => print("connect"));
informer.on("error", again);
await start();
