import { personalTenantOf, sessionRow } from '@signet/identity'
import { rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import { personSessionRow } from '../contract/member-rows.ts'

export interface SessionRevocation {
  revoke(userId: string, id: string): Promise<boolean>
  /** Switches the user's sessions of this organization to their personal organization. */
  leaveOrganization(userId: string, org: string): Promise<void>
  revokeAllOf(userId: string): Promise<void>
}

/** Returns writes whose conditions must hold for a change. */
export type Guard = () => Promise<readonly WriteStep[]>

const revokeSession =
  (deps: TableDeps) =>
  (user: string, id: string): Promise<boolean> => {
    const sessions = rowTable(sessionRow, deps)
    const sessionList = rowTable(personSessionRow, deps)
    return transact(deps, async () => {
      const row = await sessionList.get({ user, id })
      if (!row) return { result: false }
      const steps = [sessions.steps.remove({ digest: row.digest }), sessionList.steps.remove({ user, id })]
      return { steps, result: true }
    })
  }

/**
 * Switches a session to another organization. Like for keys, the organization becomes the tenant and owns everything
 * created in the session. With `from`, only sessions of that organization are switched.
 */
export const sessionSwitch =
  (deps: TableDeps) =>
  (key: { user: string; id: string }, to: string, guard: Guard, from?: string): Promise<boolean> => {
    const sessions = rowTable(sessionRow, deps)
    const sessionList = rowTable(personSessionRow, deps)
    return transact(deps, async () => {
      const digest = (await sessionList.get(key))?.digest
      const session = digest === undefined ? undefined : await sessions.get({ digest })
      if (digest === undefined || !session) return { result: false }
      if (from !== undefined && session.org_id !== from) return { result: true }
      const next = { ...session, org_id: to, tenant_id: to }
      const steps = [sessions.steps.replace({ digest }, next, { org_id: session.org_id }), ...(await guard())]
      return { steps, result: true }
    })
  }

export const sessionRevocation = (deps: TableDeps): SessionRevocation => {
  const sessionList = rowTable(personSessionRow, deps)
  const switchSession = sessionSwitch(deps)
  const revoke = revokeSession(deps)
  return {
    revoke,
    async leaveOrganization(user, org) {
      // Reads all sessions, more than the list shows: none may stay unchanged.
      for (const { id } of await sessionList.all({ user }))
        await switchSession({ user, id }, personalTenantOf(user), async () => [], org)
    },
    async revokeAllOf(user) {
      for (const { id } of await sessionList.all({ user })) await revoke(user, id)
    },
  }
}
