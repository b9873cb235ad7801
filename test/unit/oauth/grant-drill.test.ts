import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { agentRequest, newGranter, oauthOver } from '../../support/oauth-world.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const now = () => new Date('2026-11-22T09:00:00Z')
const later = () => new Date('2026-11-22T09:00:10Z')

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

/** Returns the grants of a user, and the allowances that did not exist before. */
const rowsOf = async (userId: string, before: ReadonlySet<string>) => {
  const grants = (await world.rows('OAGRANT#')).filter((row) => row.user_id === userId)
  const allowances = (await world.rows('ALLOWANCE#')).filter((row) => !before.has(String(row.pk)))
  return { grants, allowances }
}
const allowanceKeys = async () => new Set((await world.rows('ALLOWANCE#')).map(({ pk }) => String(pk)))

/** Submits the consent form until it gets a response. If the request is used up, the agent requests again. */
const submitConsent = async (crash: CrashPoint, granter: ReturnType<typeof newGranter>, budget: number) => {
  const { requests } = oauthOver(world, now)
  let handle = await requests.store(agentRequest())
  const first = await oauthOver(world, now, crash)
    .approve(handle, granter, { budget })
    .catch(() => undefined)
  if (first) return first
  const { approve, grants, grantLocation } = oauthOver(world, now)
  const second = await approve(handle, granter, { budget })
  if (second) return second
  handle = await requests.store(agentRequest())
  const activeGrant = await grants.active(grantLocation(granter))
  return approve(handle, granter, { budget: activeGrant ? 'keep' : budget })
}

describe('a crash at every call', () => {
  it('during a consent leaves one grant with its allowance and budget, and a valid code', async () => {
    const runs = await atEveryCall(
      (at, moment) => crashPoint(at, moment),
      async (crash, name) => {
        const granter = newGranter()
        const before = await allowanceKeys()
        const approved = await submitConsent(crash, granter, 50)
        const { grants, allowances } = await rowsOf(granter.userId, before)
        expect([grants.length, allowances.length], name).toEqual([1, 1])
        expect(allowances[0], name).toMatchObject({ pk: `ALLOWANCE#${grants[0]?.id}`, budget: 50, left: 50, spent: 0 })
        expect(await oauthOver(world, now).redeem(String(approved?.code)), name).toMatchObject({
          grant_id: grants[0]?.id,
        })
      },
    )
    expect(runs).toBeGreaterThan(2)
  })

  it('during a second consent leaves the same grant, with the new budget', async () => {
    const runs = await atEveryCall(
      (at, moment) => crashPoint(at, moment),
      async (crash, name) => {
        const granter = newGranter()
        const before = await allowanceKeys()
        const { requests, approve } = oauthOver(world, now)
        await approve(await requests.store(agentRequest({ scopes: ['read'] })), granter, { budget: 50 })
        await submitConsent(crash, granter, 200)
        const { grants, allowances } = await rowsOf(granter.userId, before)
        expect([grants.length, allowances.length], name).toEqual([1, 1])
        expect(grants[0], name).toMatchObject({ scopes: ['generate', 'read'], status: 'active' })
        expect(allowances[0], name).toMatchObject({ budget: 200, left: 200 })
      },
    )
    expect(runs).toBeGreaterThan(2)
  })

  it('during an exchange lets the code be used once; a repetition within seconds keeps the grant, a later use revokes it', async () => {
    const runs = await atEveryCall(
      (at, moment) => crashPoint(at, moment),
      async (crash, name) => {
        const granter = newGranter()
        const oauth = oauthOver(world, now)
        const approved = await oauth.approve(await oauth.requests.store(agentRequest()), granter, { budget: 50 })
        const code = String(approved?.code)
        const first = await oauthOver(world, now, crash)
          .redeem(code)
          .catch(() => undefined)
        const second = await oauth.redeem(code)
        const third = await oauth.redeem(code)
        expect(await oauth.grants.active(oauth.grantLocation(granter)), name).toBeDefined()
        const fourth = await oauthOver(world, later).redeem(code)
        const tokens = [first, second, third, fourth].filter((each) => each !== undefined && 'grant_id' in each)
        expect(tokens.length, name).toBeLessThanOrEqual(1)
        expect([third, fourth], name).toMatchObject([{ error: 'invalid_grant' }, { error: 'invalid_grant' }])
        expect(await oauth.grants.active(oauth.grantLocation(granter)), name).toBeUndefined()
      },
    )
    expect(runs).toBeGreaterThan(2)
  })

  it('while the use of a grant is recorded still lets the exchange succeed', async () => {
    for (const at of [4, 5]) {
      const granter = newGranter()
      const oauth = oauthOver(world, now)
      const approved = await oauth.approve(await oauth.requests.store(agentRequest()), granter, { budget: 50 })
      const crash = crashPoint(at, 'before')
      const redemption = await oauthOver(world, now, crash).redeem(String(approved?.code))
      expect([crash.hasCrashed, redemption]).toMatchObject([true, { status: 'used' }])
      expect((await oauth.grants.active(oauth.grantLocation(granter)))?.grant.status).toBe('active')
    }
  })

  it('during a revocation leaves grant and allowance in the same state', async () => {
    await atEveryCall(
      (at, moment) => crashPoint(at, moment),
      async (crash, name) => {
        const granter = newGranter()
        const oauth = oauthOver(world, now)
        await oauth.approve(await oauth.requests.store(agentRequest()), granter, { budget: 50 })
        const grantKey = oauth.grantLocation(granter)
        const id = String((await oauth.grants.active(grantKey))?.grant.id)
        await oauthOver(world, now, crash)
          .grants.revoke(grantKey, id)
          .catch(() => undefined)
        const isRevoked = (await oauth.grants.active(grantKey)) === undefined
        expect((await oauth.allowances.read(id))?.revokedAt !== undefined, name).toBe(isRevoked)
        await oauth.grants.revoke(grantKey, id)
        expect((await oauth.allowances.read(id))?.revokedAt, name).toBeDefined()
      },
    )
  })
})

describe('concurrent grants', () => {
  it('two submissions of one form create one grant and one code', async () => {
    const granter = newGranter()
    const { requests, approve, grants, grantLocation } = oauthOver(world, now)
    const handle = await requests.store(agentRequest())
    const answers = await Promise.all(Array.from({ length: 5 }, () => approve(handle, granter, { budget: 50 })))
    expect(answers.filter((each) => each !== undefined)).toHaveLength(1)
    expect(await grants.active(grantLocation(granter))).toMatchObject({ allowance: { budget: 50, spent: 0, left: 50 } })
  })

  it('two requests of one client create one grant', async () => {
    const granter = newGranter()
    const { requests, approve } = oauthOver(world, now)
    const before = await allowanceKeys()
    const handles = await Promise.all(Array.from({ length: 4 }, () => requests.store(agentRequest())))
    const answers = await Promise.all(handles.map((handle) => approve(handle, granter, { budget: 50 })))
    expect(answers.every((each) => each !== undefined)).toBe(true)
    const { grants, allowances } = await rowsOf(granter.userId, before)
    expect([grants.length, allowances.length, allowances[0]?.budget]).toEqual([1, 1, 50])
  })

  it('one of several exchanges of a code succeeds; the grant ends if one of them has another verifier', async () => {
    const granter = newGranter()
    const { requests, approve, redeem, grants, grantLocation } = oauthOver(world, now)
    const approved = await approve(await requests.store(agentRequest()), granter, { budget: 50 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(String(approved?.code))))
    expect(answers.filter((each) => 'grant_id' in each)).toHaveLength(1)
    expect(await grants.active(grantLocation(granter))).toBeDefined()
    const withOtherVerifier = await redeem(String(approved?.code), { verifier: 'x'.repeat(43) })
    expect(withOtherVerifier).toMatchObject({ error: 'invalid_grant' })
    expect(await grants.active(grantLocation(granter))).toBeUndefined()
  })
})
