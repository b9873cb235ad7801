import { describe, expect, it } from 'vitest'
import { requestCreatedMail } from '../../../lambdas/notifications/trust-request-created/message.ts'

const MEMBERS = [
  { org_id: 'o', user_id: 'bob', role: 'owner', since: '2026-02-01T00:00:00.000Z' },
  { org_id: 'o', user_id: 'eve', role: 'owner', since: '2025-01-01T00:00:00.000Z', state: 'leaving' },
  { org_id: 'o', user_id: 'ada', role: 'owner', since: '2026-01-01T00:00:00.000Z' },
  { org_id: 'o', user_id: 'kim', role: 'member', since: '2024-01-01T00:00:00.000Z' },
]
const LINK = 'https://platform.test/trust-pages/requests'

const mailOf = (waiting: number | undefined, members: readonly object[] = MEMBERS) =>
  requestCreatedMail({
    members: { all: async () => members as never },
    people: { get: async ({ user }) => ({ user_id: user, email: `${user}@people.example`, created_at: '' }) },
  })({
    type: 't',
    subject: 's',
    time: '2026-11-27T13:37:00.000Z',
    data: {
      org_id: 'o',
      request_id: 'r',
      slug: 'acme',
      artifact_slug: 'pentest',
      artifact_name: 'Penetration test',
      version: 1,
      waiting,
      link: LINK,
    },
  })

describe('trust-request.created', () => {
  it('mails the first owner the page, the document, the link and the number of pending requests', async () => {
    const mail = await mailOf(1)
    expect(mail).toMatchObject({ to: 'ada@people.example', subject: 'New request for the document “Penetration test”' })
    expect(mail?.text).toContain('your trust page “acme” requested the document “Penetration test”')
    expect(mail?.text).toContain(LINK)
    expect(mail?.text.match(/requests are waiting|more request emails/)).toBeNull()
    expect((await mailOf(3))?.text).toContain('3 requests are waiting for your decision.')
  })

  it('announces with the tenth pending request that no further mails follow, and sends none for the eleventh', async () => {
    expect((await mailOf(10))?.text).toContain('You will not get more request emails')
    expect(await mailOf(11)).toBeUndefined()
  })

  it('mails nothing for a granted request, an event without a count, or an organization without an owner', async () => {
    expect(await mailOf(0)).toBeUndefined()
    expect(await mailOf(undefined)).toBeUndefined()
    expect(await mailOf(1, MEMBERS.slice(3))).toBeUndefined()
  })
})
