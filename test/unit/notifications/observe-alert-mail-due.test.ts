import { describe, expect, it } from 'vitest'
import { alertMail } from '../../../lambdas/notifications/observe-alert-mail-due/message.ts'

const PERSON = { user_id: 'ada', email: 'ada@people.example', name: 'Ada' }
const MEMBER = { org_id: 'o', user_id: 'ada', role: 'member' as const, since: '2026-01-01T00:00:00.000Z' }

const alertData = {
  alert_id: 'rule-1',
  org_id: 'o',
  user_id: 'ada',
  rule_name: 'errors',
  severity: 'page',
  status: 'firing',
  message: 'edge has an error rate of 20.00% (threshold: 10%)',
  started_at: '2026-11-27T13:37:00.000Z',
  ended_at: null,
  link: 'https://platform.test/observe',
}

const mailWhile = (member: object | undefined, person: object | undefined) =>
  alertMail({
    members: { get: async () => member as never },
    people: { get: async () => person as never },
  })

const event = (data: object) => ({
  type: 't',
  subject: 's',
  time: '2026-11-27T13:37:00.000Z',
  data: { ...alertData, ...data },
})

describe('observe-alert.mail-due', () => {
  it('mails the member the rule, the message, the start and the link of the incident', async () => {
    const mail = await mailWhile(MEMBER, PERSON)(event({}))
    expect(mail).toMatchObject({ to: 'ada@people.example', subject: 'Firing: errors (page)' })
    expect(mail?.headers).toEqual({ 'X-Entity-Ref-ID': 'rule-1 firing' })
    for (const part of [alertData.message, 'Started: 27 November 2026, 13:37 UTC', alertData.link])
      expect(mail?.text).toContain(part)
    const resolvedMail = await mailWhile(
      MEMBER,
      PERSON,
    )(event({ status: 'resolved', ended_at: '2026-11-27T14:00:00.000Z' }))
    expect([resolvedMail?.subject, resolvedMail?.text]).toEqual([
      'Resolved: errors (page)',
      expect.stringContaining('Ended: 27 November 2026, 14'),
    ])
  })

  it('mails no former member, and no member without an address', async () => {
    expect(await mailWhile(undefined, PERSON)(event({}))).toBeUndefined()
    expect(await mailWhile({ ...MEMBER, state: 'leaving' }, PERSON)(event({}))).toBeUndefined()
    expect(await mailWhile(MEMBER, { user_id: 'ada' })(event({}))).toBeUndefined()
  })
})
