import { operationsOf } from '@signet/siblings/operations-of'
import type { Plugin } from 'esbuild'
import { bundleOf, SERVICES } from './services.ts'

/** The APIs that a function asks; none for a bundle that no access names. */
const askedBy = (bundle: string): readonly string[] =>
  SERVICES.flatMap(({ service, access }) =>
    Object.entries(access).flatMap(([fn, { asks = [] }]) => (bundleOf(service, fn) === bundle ? asks : [])),
  )

const tableModule = (bundle: string): string => {
  const tables = askedBy(bundle).map((api) => {
    const services = SERVICES.filter(({ service }) => service.api === api)
    return [api, services.map(({ service }) => operationsOf(service))] as const
  })
  return `export const TABLES = ${JSON.stringify(Object.fromEntries(tables))}`
}

/** Gives a function the operations of the siblings that its access names: see layers/siblings/src/tables.ts. */
export const siblingOperations = (bundle: string): Plugin => ({
  name: 'sibling-operations',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]layers[\\/]siblings[\\/]src[\\/]tables\.ts$/ }, () => ({
      contents: tableModule(bundle),
      loader: 'js',
    }))
  },
})
