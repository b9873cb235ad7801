import { reply } from '@signet/contracts'
import type { FlagDefinition } from '@signet/flags'
import { notFound, Refusal, type Route, route } from '@signet/kernel'
import type { Flag } from '../contract/flag.ts'
import { createFlag, deleteFlag, getFlag, listFlags, revertFlag, updateFlag } from '../contract/flags.ts'
import { expectedVersion } from '../sets/expected-version.ts'
import { existingFlag, expectedFlag, planChange, planCreation, planRemoval, planRevert } from '../sets/flag-changes.ts'
import { previewChange } from '../sets/preview-change.ts'
import { type StoredFlag, settledSnapshot, withFlag } from '../sets/stored-flag.ts'
import { changeContextOf, setOf } from './caller-set.ts'
import type { FlagDeps } from './deps.ts'
import { flagLister } from './list-flags.ts'

/** A stored flag and its view have the same fields. */
export const flagView = (flag: StoredFlag): Flag => flag as unknown as Flag

export const etagOf = ({ version }: StoredFlag): { etag: string } => ({ etag: `"${version}"` })

/** Narrows the result of a change that never deletes the flag. */
export const requireFlag = (flag: StoredFlag | undefined): StoredFlag => {
  if (!flag) throw new Error('The change returned no flag')
  return flag
}

const updateRoute = ({ sets, evaluatorOf, now }: FlagDeps): Route =>
  route(updateFlag, async ({ params: { key }, query, headers, body, ...context }) => {
    const set = setOf(context, query.environment)
    const expected = expectedVersion(body.version, headers['if-match'], { isRequired: true })
    if (query.dry_run) {
      const snapshot = await sets.read(set)
      const settled = settledSnapshot(snapshot, now())
      const before = expectedFlag(settled, key, expected)
      if (before instanceof Refusal) return before
      const write = planChange(settled, key, body)
      if (write instanceof Refusal) return write
      const flag = { ...requireFlag(write.flag), version: snapshot.version + 1 }
      const plannedFlag = { ...flag, createdAt: before.createdAt, updatedAt: now().toISOString() }
      return reply(200, previewChange(evaluatorOf, snapshot, withFlag(snapshot, key, plannedFlag), plannedFlag))
    }
    const flag = await sets.change(set, changeContextOf(context, body.reason), (snapshot) => {
      const before = expectedFlag(snapshot, key, expected)
      return before instanceof Refusal ? before : planChange(snapshot, key, body)
    })
    if (flag instanceof Refusal) return flag
    return reply(200, flagView(requireFlag(flag)), etagOf(requireFlag(flag)))
  })

const revertRoute = ({ sets, audit, now }: FlagDeps): Route =>
  route(revertFlag, async ({ params: { key }, query, body, ...context }) => {
    const set = setOf(context, query.environment)
    const entry = await audit.entry(set, body.to)
    if (entry?.key !== key || entry.after === null) return notFound(`The audit log has no version ${body.to} of ${key}`)
    const earlier = { flag: entry.after as unknown as FlagDefinition, at: new Date(entry.at) }
    const flag = await sets.change(set, changeContextOf(context, body.reason), (snapshot) =>
      planRevert(snapshot, key, earlier, now()),
    )
    if (flag instanceof Refusal) return flag
    return reply(200, flagView(requireFlag(flag)), etagOf(requireFlag(flag)))
  })

/** Routes of flags: list, create, get, change, delete and revert (spec supporting-services 4.3). */
export const flagRoutes = (deps: FlagDeps): Route[] => {
  const { sets, newSalt } = deps
  const list = flagLister(deps)
  return [
    route(listFlags, async ({ query, ...context }) => {
      const { flags, nextCursor, version } = await list(setOf(context, query.environment), query)
      const flagViews = flags.map(({ flag, lastEvaluatedAt }) => ({ ...flagView(flag), lastEvaluatedAt }))
      return reply(200, { flags: flagViews, nextCursor, version })
    }),
    route(createFlag, async ({ query, body, ...context }) => {
      const set = setOf(context, query.environment)
      const flag = await sets.change(set, changeContextOf(context, undefined), (snapshot) =>
        planCreation(snapshot, body, newSalt),
      )
      if (flag instanceof Refusal) return flag
      return reply(201, flagView(requireFlag(flag)), etagOf(requireFlag(flag)))
    }),
    route(getFlag, async ({ params, query, ...context }) => {
      const flag = existingFlag(await sets.read(setOf(context, query.environment)), params.key)
      if (flag instanceof Refusal) return flag
      return reply(200, flagView(flag), etagOf(flag))
    }),
    updateRoute(deps),
    route(deleteFlag, async ({ params: { key }, query, headers, ...context }) => {
      const expected = expectedVersion(undefined, headers['if-match'], { isRequired: false })
      const set = setOf(context, query.environment)
      const removal = await sets.remove(set, changeContextOf(context, undefined), (snapshot) => {
        const before = expectedFlag(snapshot, key, expected)
        return before instanceof Refusal ? before : planRemoval(snapshot, before)
      })
      if (removal instanceof Refusal) return removal
      return reply(204)
    }),
    revertRoute(deps),
  ]
}
