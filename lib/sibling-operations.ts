import type { Plugin } from 'esbuild'

/** Loaded with the first bundle that asks siblings: who finds all bundles made needs no contracts for them. */
const loadServices = () => Promise.all([import('@signet/http-client/siblings/operations-of'), import('./services.ts')])

/** The operations of the APIs that a function's access names in `asks`; none for a bundle that no access names. */
const tableModule = async (bundle: string): Promise<string> => {
  const [{ operationsOf }, { bundleOf, SERVICES }] = await loadServices()
  const asked = SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { asks = [] }]) => (bundleOf(service, fn) === bundle ? asks : [])),
  )
  const tables = asked.map((api) => {
    const services = SERVICES.filter(({ service }) => service.api === api)
    return [api, services.map(({ service }) => operationsOf(service))] as const
  })
  return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables))}`
}

/** Gives a function the operations of the siblings that its access names: see layers/http-client/siblings/tables.ts. */
export const siblingOperations = (bundle: string): Plugin => ({
  name: 'sibling-operations',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]layers[\\/]http-client[\\/]siblings[\\/]tables\.ts$/ }, async () => ({
      contents: await tableModule(bundle),
      loader: 'js',
    }))
  },
})
