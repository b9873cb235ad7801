import { cloudEvent } from '@signet/contracts/events'
import { type Membership, memberRow, organizationRow } from '@signet/identity'
import { type RowOf, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { memberContract } from '../contract/member-events.ts'
import { membershipRow } from '../contract/member-rows.ts'

export type Organization = RowOf<typeof organizationRow>

export const MEMBERS_MAX = 100

export interface MemberWritesDeps extends TableDeps {
  readonly outbox: Outbox
}

type MemberEventName = 'organization-member.added' | 'organization-member.changed' | 'organization-member.removed'

type MemberEvent = ReturnType<typeof eventOf>

export interface MemberAttempt<Result> {
  readonly steps?: readonly WriteStep[]
  readonly event?: MemberEvent
  readonly result: Result
}

const eventOf = (
  time: Date,
  type: MemberEventName,
  { org_id, version = 1 }: Organization,
  { user_id, role }: Pick<Membership, 'user_id' | 'role'>,
) => {
  const data = { org_id, user_id, role }
  return cloudEvent(memberContract, type, { entity: org_id, version, time, tenant: org_id, data })
}

export const nextVersionOf = (org: Organization): Organization => ({ ...org, version: (org.version ?? 0) + 1 })

/**
 * Writes the rows of organizations and members. A member is in two lists: that of the organization and that of the
 * user.
 */
export const memberWrites = (deps: MemberWritesDeps) => {
  const { outbox, now } = deps
  const organizations = rowTable(organizationRow, deps)
  const members = rowTable(memberRow, deps)
  const memberships = rowTable(membershipRow, deps)
  const keyOf = ({ org_id: org, user_id: user }: Membership) => ({ org, user })
  return {
    organizations,
    members,
    memberships,
    list: async (org: string) => (await members.page({ org }, { limit: MEMBERS_MAX })).rows,
    eventOf: (...input: Parameters<typeof eventOf> extends [Date, ...infer Input] ? Input : never) =>
      eventOf(now(), ...input),
    /** Concurrent changes conflict on this write; the second one retries with fresh rows. */
    versionStep: (org: Organization) =>
      organizations.steps.replace({ org: org.org_id }, nextVersionOf(org), { version: org.version ?? 0 }),
    addSteps: (member: Membership): WriteStep[] => [
      members.steps.putNew(keyOf(member), member),
      memberships.steps.putNew(keyOf(member), member),
    ],
    changeSteps: (from: Membership, to: Membership): WriteStep[] => {
      const expected = { role: from.role, state: from.state ?? 'active' }
      return [members, memberships].map(({ steps }) => steps.replace(keyOf(from), to, expected))
    },
    removeSteps: (member: Membership): WriteStep[] =>
      [members, memberships].map(({ steps }) => steps.remove(keyOf(member), { state: 'leaving' })),
    commit: async <Result>(attempt: () => Promise<MemberAttempt<Result>>): Promise<Result> => {
      let emitted: readonly MemberEvent[] = []
      const result = await transact<Result>(deps, async () => {
        const { steps = [], event, result: outcome } = await attempt()
        emitted = event ? [event] : []
        return { steps: [...steps, ...outbox.steps(emitted)], result: outcome }
      })
      await outbox.publish(emitted)
      return result
    },
  }
}

export type MemberWrites = ReturnType<typeof memberWrites>
