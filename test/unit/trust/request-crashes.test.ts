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
const requestsWith = (cut?: CrashPoint) => requestsOver({ db: cut ? under(world, cut) : world.db, now })
const GRACE = { name: 'Grace', company: 'Buyer Ltd', mail: 'grace@buyer.example' }

let orgCount = 0
const newOrg = () => {
  orgCount += 1
  return `killed-requests-${orgCount}`
}

const everyCall = (scenario: (cut: CrashPoint, name: string) => Promise<void>): Promise<number> =>
  atEveryCall((call, moment) => crashPoint(call, moment, { keepsCrashing: true }), scenario)

/** Returns the events that were committed, whether they were sent or wait for the relay. */
const eventsOf = async (sent: readonly Requests[], id: string): Promise<readonly string[]> => {
  const outboxRows = await world.partition(`OUTBOX#/contracts/trust-request#${id}`)
  const sentTypes = sent.flatMap(({ published }) =>
    published.filter(({ subject }) => subject === id).map(({ type }) => type),
  )
  const types = outboxRows.map(({ event }) => String((JSON.parse(String(event)) as { type: string }).type))
  return [...new Set([...sentTypes, ...types])].map((type) => type.split('.').at(-2) ?? '').sort()
}

it('retrying a crashed confirmation yields one request, one receipt, one pending entry and one event', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const requests = requestsWith()
    const crashing = requestsWith(cut)
    const { link } = await sendForm(requests, await offerOf(requests, org), GRACE)
    if (!link) throw new Error('The mail has no link')
    await crashing.prove(link).catch(() => undefined)
    expect([name, await requests.prove(link)]).toMatchObject([
      name,
      { outcome: 'proven', row: { state: 'pending', version: 1 } },
    ])
    const requestRows = await requests.tables.requests.all({ org })
    const open = await requests.tables.open.all({ org })
    const chain = await world.partition(`RECEIPTCHAIN#${org}`)
    expect([name, requestRows.length, open.length, chain.map(({ seq }) => seq)]).toEqual([name, 1, 1, [1]])
    expect([name, await eventsOf([requests, crashing], link.request)]).toEqual([name, ['asked', 'created']])
    expect([name, await requests.tables.forms.all({ org })]).toEqual([name, []])
  })
  expect(runs).toBeGreaterThanOrEqual(10)
})

it('retrying a crashed form submission stores one form and sends its email', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const requests = requestsWith()
    const crashing = requestsWith(cut)
    const offer = await offerOf(requests, org)
    const terms = await requests.terms.current(org)
    await crashing.ask(offer, terms, GRACE, 'https://signet.example').catch(() => undefined)
    const { link } = await sendForm(requests, offer, GRACE)
    expect([name, (await requests.tables.forms.all({ org })).length, link?.kind]).toEqual([name, 1, 'proof'])
  })
  expect(runs).toBeGreaterThanOrEqual(5)
})

it('retrying a crashed decision yields one decision and one event', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const requests = requestsWith()
    const crashing = requestsWith(cut)
    const { link } = await sendForm(requests, await offerOf(requests, org), GRACE)
    if (!link) throw new Error('The mail has no link')
    await requests.prove(link)
    await crashing.decide(org, link.request, 'granted').catch(() => undefined)
    const result = await requests.decide(org, link.request, 'granted')
    expect([name, result]).toMatchObject([name, { outcome: 'decided', row: { state: 'granted', version: 2 } }])
    expect([name, await requests.tables.open.all({ org })]).toEqual([name, []])
    expect([name, await eventsOf([requests, crashing], link.request)]).toEqual([name, ['asked', 'created', 'granted']])
  })
  expect(runs).toBeGreaterThanOrEqual(4)
})

it('retrying a crashed mail event creates another link and counts as one mail', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const requests = requestsWith()
    const crashing = requestsWith(cut)
    const { link } = await sendForm(requests, await offerOf(requests, org), GRACE)
    if (!link) throw new Error('The mail has no link')
    await requests.prove(link)
    await requests.decide(org, link.request, 'granted')
    const event = requests.published.at(-1)
    if (!event) throw new Error('No event was published')
    await crashing.mailOf(event).catch(() => undefined)
    const mail = await requests.mailOf(event)
    const token = /grant\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect([name, await requests.granted('acme', token)]).toMatchObject([name, { org }])
    const counts = await world.partition(`TRUSTREQUEST#${org}`)
    const mails = counts.filter(({ sk }) => String(sk).startsWith('MAILS#')).map(({ count }) => count)
    // The confirmation and the grant.
    expect([name, mails]).toEqual([name, [1, 1]])
  })
  expect(runs).toBeGreaterThanOrEqual(4)
})

it('a crash while terms are stored leaves either the old or the new terms, with their text', async () => {
  const runs = await everyCall(async (cut, name) => {
    const org = newOrg()
    const requests = requestsWith()
    const crashing = requestsWith(cut)
    const terms = { title: 'Ours', text: `Keep it, ${org}`, validDays: 30, allowedDomains: [] }
    const previousTerms = await requests.terms.current(org)
    await crashing.terms.put(org, terms).catch(() => undefined)
    expect([previousTerms.text, terms.text]).toContain((await requests.terms.current(org)).text)
    const newTerms = await requests.terms.put(org, terms)
    expect([name, await requests.terms.text(org, newTerms.sha256)]).toEqual([name, terms.text])
  })
  expect(runs).toBeGreaterThanOrEqual(3)
})
