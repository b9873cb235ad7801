import type { Plugin } from 'esbuild'

/** Loaded with the first bundle that calls siblings: if all bundles are current, no contracts are loaded. */
const loadServices = () => Promise.all([import('@signet/http-client/siblings/operations-of'), import('./services.ts')])

/**
 * Returns a module with the operations of the APIs that a function's access lists in `calls`; empty for other bundles.
 */
const tableModule = async (bundle: string): Promise<string> => {
  const [{ operationsOf }, { bundleOf, SERVICES }] = await loadServices()
  const apis = SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { calls = [] }]) => (bundleOf(service, fn) === bundle ? calls : [])),
  )
  const tables = apis.map((api) => {
    const services = SERVICES.filter(({ service }) => service.api === api)
    return [api, services.map(({ service }) => operationsOf(service))] as const
  })
  return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables))}`
}

/** Adds the operations of the siblings in a function's access: see layers/http-client/siblings/tables.ts. */
export const siblingOperations = (bundle: string): Plugin => ({
  name: 'sibling-operations',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]layers[\\/]http-client[\\/]siblings[\\/]tables\.ts$/ }, async () => ({
      contents: await tableModule(bundle),
      loader: 'js',
    }))
  },
})
