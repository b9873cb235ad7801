import { afterAll, beforeAll, expect, it } from 'vitest'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { offerOf, type Requests, requestsOver, sendForm } from './request-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const now = () => {
  time += 1
  return new Date(time)
}
const over = (cut?: CrashPoint) => requestsOver({ db: cut ? under(world, cut) : world.db, now })
const GRACE = { name: 'Grace', company: 'Buyer Ltd', mail: 'grace@buyer.example' }

let orgs = 0
const newOrg = () => {
  orgs += 1
  return `killed-requests-${orgs}`
}

const everyCall = (scenario: (cut: CrashPoint, name: string) => Promise<void>): Promise<number> =>
  atEveryCall((call, moment) => crashPoint(call, moment, { keepCutting: true }), scenario)

/** Returns the events that were committed, whether they were sent or wait for the relay. */
const eventsOf = async (sent: readonly Requests[], id: string): Promise<readonly string[]> => {
  const waiting = await world.partition(`OUTBOX#/contracts/trust-request#${id}`)
  const ids = sent.flatMap(({ published }) => published.filter(({ subject }) => subject === id).map(({ type }) => type))
  const types = waiting.map(({ event }) => String((JSON.parse(String(event)) as { type: string }).type))
  return [...new Set([...ids, ...types])].map((type) => type.split('.').at(-2) ?? '').sort()
}

it('a retried proof has one request, one receipt, one pending entry and its event', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const healthy = over()
    const dying = over(cut)
    const { link } = await sendForm(healthy, await offerOf(healthy, org), GRACE)
    if (!link) throw new Error('The mail has no link')
    await dying.prove(link).catch(() => undefined)
    expect([name, await healthy.prove(link)]).toMatchObject([
      name,
      { outcome: 'proven', row: { state: 'pending', version: 1 } },
    ])
    const requests = await healthy.tables.requests.all({ org })
    const open = await healthy.tables.open.all({ org })
    const chain = await world.partition(`RECEIPTCHAIN#${org}`)
    expect([name, requests.length, open.length, chain.map(({ seq }) => seq)]).toEqual([name, 1, 1, [1]])
    expect([name, await eventsOf([healthy, dying], link.request)]).toEqual([name, ['asked', 'created']])
    expect([name, await healthy.tables.forms.all({ org })]).toEqual([name, []])
  })
  expect(runs).toBeGreaterThanOrEqual(10)
})

it('a retried form is the same form, and its email is sent', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const healthy = over()
    const dying = over(cut)
    const offer = await offerOf(healthy, org)
    const terms = await healthy.terms.current(org)
    await dying.ask(offer, terms, GRACE, 'https://signet.example').catch(() => undefined)
    const { link } = await sendForm(healthy, offer, GRACE)
    expect([name, (await healthy.tables.forms.all({ org })).length, link?.kind]).toEqual([name, 1, 'proof'])
  })
  expect(runs).toBeGreaterThanOrEqual(5)
})

it('a retried decision completes or returns the first one, with its event in the same write', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const healthy = over()
    const dying = over(cut)
    const { link } = await sendForm(healthy, await offerOf(healthy, org), GRACE)
    if (!link) throw new Error('The mail has no link')
    await healthy.prove(link)
    await dying.decide(org, link.request, 'granted').catch(() => undefined)
    const decided = await healthy.decide(org, link.request, 'granted')
    expect([name, decided]).toMatchObject([name, { outcome: 'decided', row: { state: 'granted', version: 2 } }])
    expect([name, await healthy.tables.open.all({ org })]).toEqual([name, []])
    expect([name, await eventsOf([healthy, dying], link.request)]).toEqual([name, ['asked', 'created', 'granted']])
  })
  expect(runs).toBeGreaterThanOrEqual(4)
})

it('a retried mail event creates another link, and counts once', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const healthy = over()
    const dying = over(cut)
    const { link } = await sendForm(healthy, await offerOf(healthy, org), GRACE)
    if (!link) throw new Error('The mail has no link')
    await healthy.prove(link)
    await healthy.decide(org, link.request, 'granted')
    const event = healthy.published.at(-1)
    if (!event) throw new Error('No event was published')
    await dying.mailOf(event).catch(() => undefined)
    const mail = await healthy.mailOf(event)
    const token = /grant\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect([name, await healthy.granted('acme', token)]).toMatchObject([name, { org }])
    const counts = await world.partition(`TRUSTREQUEST#${org}`)
    const mails = counts.filter(({ sk }) => String(sk).startsWith('MAILS#')).map(({ count }) => count)
    expect([name, mails]).toEqual([name, [1, 1]])
  })
  expect(runs).toBeGreaterThanOrEqual(4)
})

it('interrupted terms are the old or the new ones, with their text', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const healthy = over()
    const dying = over(cut)
    const terms = { title: 'Ours', text: `Keep it, ${org}`, validDays: 30, allowedDomains: [] }
    const before = await healthy.terms.current(org)
    await dying.terms.put(org, terms).catch(() => undefined)
    expect([before.text, terms.text]).toContain((await healthy.terms.current(org)).text)
    const after = await healthy.terms.put(org, terms)
    expect([name, await healthy.terms.text(org, after.sha256)]).toEqual([name, terms.text])
  })
  expect(runs).toBeGreaterThanOrEqual(3)
})
