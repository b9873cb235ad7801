import type { Plugin } from 'esbuild'
import { edgePrefix } from './edge-config.ts'

/** Loaded with the first build of the console: bundles of functions need no contracts. */
const loadServices = () => Promise.all([import('@signet/http-client/operations-of'), import('./services.ts')])

const serviceModule = async (name: string): Promise<string> => {
  const [{ flatOperationsOf }, { servedApis }] = await loadServices()
  const api = servedApis().find(({ services }) => services.some(({ service }) => service.name === name))
  const service = api?.services.find((each) => each.service.name === name)?.service
  if (!api || !service) throw new Error(`service:${name}: lib/services.ts has no service of this name with an API`)
  const served = { prefix: edgePrefix(api.key), operations: flatOperationsOf(service) }
  return `export const SERVICE = ${JSON.stringify(served)}`
}

/** Resolves `service:<name>` in the console to the operations of a service, which follow from its contracts. */
export const consoleOperations: Plugin = {
  name: 'console-operations',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^service:/ }, ({ path }) => ({ path, namespace: 'service', sideEffects: false }))
    onLoad({ filter: /^service:/, namespace: 'service' }, async ({ path }) => ({
      contents: await serviceModule(path.slice('service:'.length)),
      loader: 'js',
    }))
  },
}
