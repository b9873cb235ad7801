/**
 * Returns the source text of this many contracts, each with six operations, a machine and an event, like a service's.
 */
export const manyContracts = (count: number): string => {
  const imports = "import { defineContract } from '@signet/contracts'\nimport * as z from 'zod'\n"
  const contracts = Array.from(
    { length: count },
    (_, i) => `
const E${i} = z.object({ id: z.uuid(), state: z.enum(['draft', 'open', 'closed']), title: z.string().max(${i + 10}),
  amount: z.int(), tags: z.array(z.string()), at: z.iso.datetime().nullable() })
export const c${i} = defineContract({ name: 'thing${i}', version: '1.0.0', description: 'T.', schema: E${i},
  operations: {
    create: { input: E${i}.pick({ title: true, amount: true }), emits: ['created'], errors: ['conflict'] },
    get: { input: z.object({ id: z.uuid() }), errors: ['not_found'] },
    list: { input: z.object({ cursor: z.string().optional() }),
      output: z.object({ items: z.array(E${i}), next_cursor: z.string().nullable() }) },
    update: { input: z.object({ id: z.uuid(), title: z.string().optional() }) },
    publish: { input: z.object({ id: z.uuid() }), transition: { from: 'draft', to: 'open' } },
    close: { input: z.object({ id: z.uuid() }), transition: { from: ['draft', 'open'], to: 'closed' } },
  },
  states: { field: 'state', initial: 'draft' },
  surfaces: {
    api: { basePath: '/things${i}', routes: { create: 'POST /', get: 'GET /:id', list: 'GET /', update: 'PATCH /:id',
      publish: 'POST /:id/publish', close: 'POST /:id/close' } },
    db: { table: 'things${i}', indexes: [['state', 'at']] },
  },
  authority: { create: 'authenticated', get: 'public', list: 'public', update: 'authenticated',
    publish: 'authenticated', close: 'authenticated' },
  events: { created: z.object({ id: z.uuid() }) },
})
`,
  )
  return imports + contracts.join('')
}

/**
 * The compiler's limit for 100 contracts in type instantiations, which are the same on every machine, unlike seconds.
 */
export const INSTANTIATIONS_MAX = 410_000

/** Returns the instantiations in the output of `--extendedDiagnostics`. */
export const instantiationsIn = (output: string): number =>
  Number(/Instantiations:\s+(\d+)/.exec(output)?.[1] ?? Number.NaN)
