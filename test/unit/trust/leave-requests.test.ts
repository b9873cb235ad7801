import { requestRows } from '@signet/notifications/trust-requests/rows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseTrust, takeTrust } from '../../../lambdas/trust/leave/leave-trust.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { memoryObjects, sha256 } from './bundle-world.ts'
import { asked, offerOf, requestsOver } from './request-world.ts'
import { tablesOf } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const options = () => ({ db: world.db, now })
const objects = memoryObjects()
const departureOf = (org: string) => ({ org_id: org }) as never
const GRACE = { name: 'Grace', company: 'Buyer', mail: 'grace@buyer.example' }

/** Terms of its own, a form that nobody proved, a request that is granted with a download, and one that waits. */
const filled = async (org: string) => {
  const requests = requestsOver(options())
  const offer = await offerOf(requests, org)
  await requests.terms.put(org, { title: 'Ours', text: `Terms of ${org}`, validDays: 30, allowedDomains: [] })
  await asked(requests, offer, { ...GRACE, mail: 'unproven@buyer.example' })
  const proven = async (mail: string) => {
    const { link } = await asked(requests, offer, { ...GRACE, mail })
    const outcome = link && (await requests.prove(link))
    if (!outcome || !('row' in outcome)) throw new Error('It is not proven')
    return outcome.row
  }
  const granted = await proven(`grace@${org}.example`)
  await proven(`waits@${org}.example`)
  await requests.decide(org, granted.id, 'granted')
  const mail = await requests.mailOf(requests.published.at(-1) as never)
  await requests.readers.note(org, {
    request_id: granted.id,
    receipt_hash: offer.artifact.receipt_hash,
    artifact_slug: 'pentest',
    artifact_name: 'Pentest',
    content_hash: sha256('a'),
    served_hash: sha256('b'),
    stamp: 'stamped',
    name: GRACE.name,
    company: GRACE.company,
    mail: granted.mail,
    network: '198.51.100.0/24',
  })
  return { requests, granted, token: /grant\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}

const rowsOf = async (org: string) => (await world.partition(`TRUSTREQUEST#${org}`)).map(({ sk }) => String(sk))

it('copies terms, texts, requests and downloads, and of no form whose address nobody has proven', async () => {
  for (const org of ['copied', 'another']) await filled(org)
  const files: Record<string, string> = {}
  for await (const { path, bytes } of takeTrust({ ...tablesOf(options()), objects })(departureOf('copied')))
    files[path] = Buffer.from(bytes).toString()
  const records = (name: string) =>
    String(files[`${name}.jsonl`])
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(records('trust-terms')).toMatchObject([{ title: 'Ours', valid_days: 30 }])
  expect(records('trust-terms-texts').map(({ text }) => text)).toContain('Terms of copied')
  expect(new Set(records('trust-requests').map(({ mail, state }) => `${mail} ${state}`))).toEqual(
    new Set(['grace@copied.example granted', 'waits@copied.example pending']),
  )
  expect(records('trust-readers')).toMatchObject([{ mail: 'grace@copied.example', network: '198.51.100.0/24' }])
  const all = Object.values(files).join()
  for (const hidden of ['another', 'unproven@', 'base_url'])
    expect([hidden, all.includes(hidden)]).toEqual([hidden, false])
})

it('erases all of it, whichever call it dies at; links lead nowhere, and others keep theirs', async () => {
  const other = await filled('stays')
  const before = await rowsOf('stays')
  // Rows of all kinds but that of stamps, which no download of bytes has made here.
  const starts = requestRows.map(({ keys }) => keys.sk.split('<')[0] ?? '').filter((start) => start !== 'STAMP#')
  for (const start of starts) expect([start, before.some((sk) => sk.startsWith(start))]).toEqual([start, true])
  let orgs = 0
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepCutting: true }),
    async (cut, name) => {
      orgs += 1
      const org = `erased-${orgs}`
      const { requests, token } = await filled(org)
      expect(await requests.granted('acme', token)).toMatchObject({ org })
      const dying = { ...tablesOf({ ...options(), db: under(world, cut) }), objects }
      await eraseTrust(dying)(departureOf(org)).catch(() => undefined)
      expect([name, await eraseTrust({ ...tablesOf(options()), objects })(departureOf(org))]).toEqual([name, 'done'])
      expect([name, await rowsOf(org), await requests.granted('acme', token)]).toEqual([name, [], 'ended'])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(6)
  expect(await rowsOf('stays')).toEqual(before)
  expect(await other.requests.granted('acme', other.token)).toMatchObject({ org: 'stays' })
})
