import { client } from '@signet/contract-tools/client'
import { serviceIR } from '@signet/contracts/ir'
import { SERVICES } from '../../lib/services.ts'

/** Services that the console calls. */
export const CALLED: readonly string[] = [
  ...['accounts', 'usage', 'billing', 'agent-grants', 'sentiment'],
  ...['images', 'archive', 'notebooks', 'flags', 'receipts', 'runtime', 'consultations', 'flows', 'evidence'],
  ...['posture', 'trust', 'observe'],
]

/** Schemas of several contracts by their names. @throws Error for a name that means two things */
const joined = (all: readonly Readonly<Record<string, object>>[]): Record<string, object> => {
  const schemas: Record<string, object> = {}
  for (const [name, schema] of all.flatMap((each) => Object.entries(each))) {
    const before = schemas[name]
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`Two contracts of one service have another schema ${name}`)
    schemas[name] = schema
  }
  return schemas
}

/** The client of a service as one module: all its contracts as one. */
export const clientOfService = (name: string): string => {
  const service = SERVICES.find((each) => each.service.name === name)?.service
  const [first, ...others] = service ? serviceIR(service) : []
  if (!first) throw new Error(`There is no service ${name}`)
  const all = [first, ...others]
  const whole = {
    ...first,
    name,
    description: `The routes of ${name}.`,
    operations: all.flatMap(({ operations }) => operations),
    schemas: joined(all.map(({ schemas }) => schemas as Readonly<Record<string, object>>)) as typeof first.schemas,
  }
  return client(whole)['client.ts'] ?? ''
}
