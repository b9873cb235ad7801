import { Refusal } from '@signet/kernel'
import { Facts } from '@signet/readings/consult-schemas'
import * as z from 'zod'
import type { NotSaid, RoleAsked, RuntimeRoles } from './runtime-roles.ts'

/** Facts that a role is bound to, and the hash of the run of role cto that they come from. */
export interface Bindings {
  readonly facts: Readonly<Record<string, z.output<typeof Facts>[string]>>
  readonly from: string
}

const WithBindings = z.object({ envelope: z.object({ bindings: Facts }) })

/** The bindings in what a run of role cto said; undefined where there are none. */
const bindingsIn = (said: unknown, from: string): Bindings | undefined => {
  const { data } = WithBindings.safeParse(said)
  return data && { facts: data.envelope.bindings, from }
}

/** Of the tenant's newest run of role cto; undefined before the first. */
const newest = async ({ memory, advisory }: RuntimeRoles): Promise<Bindings | undefined | NotSaid> => {
  const remembered = await memory('cto')
  if (remembered instanceof Refusal) return remembered
  const [run] = remembered.recentMemories ?? []
  if (run === undefined) return undefined
  const said = await advisory(run.hash)
  return said instanceof Refusal ? said : bindingsIn(said, run.hash)
}

/** Role cto is asked first, the same. */
const fresh = async (
  { ask }: RuntimeRoles,
  { intention, seed }: RoleAsked,
  key: string,
): Promise<Bindings | NotSaid> => {
  const said = await ask({ role: 'cto', intention, seed }, key)
  if (said instanceof Refusal) return said
  const bindings = bindingsIn(said, said.hash)
  if (bindings === undefined) throw new Error(`The run ${said.hash} of role cto has no bindings`)
  return bindings
}

/** What role ciso stands on: the newest run of role cto, else one with the same intention and seed. */
export const bindingsOf = async (roles: RuntimeRoles, asked: RoleAsked, key: string): Promise<Bindings | NotSaid> =>
  (await newest(roles)) ?? fresh(roles, asked, key)
