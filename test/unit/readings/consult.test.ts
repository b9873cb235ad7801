import { compileScript, loadShelf, ROLES, type Role, replayReading, runReading } from '@signet/readings'
import {
  agentRunSha256,
  agentRunSubject,
  consult,
  consultFile,
  POSITIONS,
  replayConsult,
  roleSpread,
  shelfOfRole,
} from '@signet/readings/consult'
import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import { describe, expect, it } from 'vitest'
import { CISO_BINDINGS, INTENTION, ownDeck, resultOf, runConsult, smallShelf } from './consult-world.ts'
import { card } from './reading-world.ts'

const roles = Object.keys(ROLES) as Role[]

describe('the spread of a role', () => {
  it.each(roles)('%s has the five positions over its own deck and a shared one', async (role) => {
    const { script, name, title } = roleSpread(role)
    const compiled = compileScript(script, await loadShelf(script))
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors))
    const { positions, decks } = compiled.compiled.script
    expect(positions.map((it) => it.name.text)).toEqual(POSITIONS)
    expect(decks.map(({ slug }) => slug.text)).toEqual([role, expect.not.stringMatching(`^${role}$`)])
    expect(positions.flatMap(({ draws }) => draws.map(({ deck }) => deck.text))).toEqual([
      'own',
      'own',
      'shared',
      'own',
      'own',
    ])
    expect([name, title.endsWith('?')]).toEqual([`${role}_consultation`, true])
  })
})

describe('a consultation', () => {
  it.each(roles)('a consultation of role %s repeats byte for byte, and its reading replays', async (role) => {
    const inputs = { role, intention: INTENTION, seed: 42, ...(role === 'ciso' && { bundleBindings: CISO_BINDINGS }) }
    const shelf = await shelfOfRole(role)
    const firstRun = consult(inputs, shelf)
    const secondRun = consult(inputs, shelf)
    if (!firstRun.ok || !secondRun.ok) throw new Error('refused')
    expect(canonicalJson(firstRun.result)).toBe(canonicalJson(secondRun.result))
    expect(await replayReading({ inputs: firstRun.inputs, reading: firstRun.reading })).toMatchObject({ isSame: true })
    expect(firstRun.result).toMatchObject({ schema_version: '1.0', success: true, role, role_title: ROLES[role] })
    expect(firstRun.result.symbolicResponse.positions.map(({ position }) => position)).toEqual(POSITIONS)
    expect(firstRun.result.metadata).toMatchObject({
      engine: 'reading/1',
      seed: 42,
      method: 'rules',
      memory: { tick: 0 },
    })
    expect(firstRun.result.metadata.decks.map((deck) => deck.name)[0]).toBe(role)
  })

  it('the order of members has no effect', () => {
    const a = 'nobody knows the backup'
    const b = 'handover to a new team'
    const firstOrder = runConsult({ context: { a, b }, bundleBindings: { exposure: 'public', store: 'none' } })
    const secondOrder = runConsult({ context: { b, a }, bundleBindings: { store: 'none', exposure: 'public' } })
    expect(canonicalJson(firstOrder.inputs)).toBe(canonicalJson(secondOrder.inputs))
    expect(agentRunSha256(firstOrder.result)).toBe(agentRunSha256(secondOrder.result))
  })

  it('the seed is derived from the input by default', () => {
    const { seed: _, ...inputs } = { role: 'cto', intention: INTENTION, seed: 0 }
    const outcomes = [1, 2].map(() => consult(inputs, smallShelf))
    expect(outcomes[0]).toEqual(outcomes[1])
    const seeds = outcomes.map((it) => it.ok && it.result.metadata.seed)
    expect(seeds[0]).toEqual(expect.any(Number))
  })

  it('each card gives a finding with confidence and reasons', () => {
    const { analysis } = resultOf({ context: { team_size: '3' }, bundleBindings: { exposure: 'public' } })
    expect(analysis.findings.map(({ id }) => id)).toEqual(['F1', 'F2', 'F3', 'F4', 'F5'])
    expect(analysis.findings[0]).toEqual({
      id: 'F1',
      title: 'Title of cto-public',
      statement: 'Because of cto-public.',
      severity: 'critical',
      confidence: 'high',
      because: [{ fact: 'exposure', value: 'public' }],
      card: 'cto-public',
      refs: [{ id: 'CWE-345' }],
    })
    expect(analysis.findings.find((it) => it.card === 'resilience-restore')?.confidence).toBe('medium')
    expect(analysis.summary).toContain('5 findings. The most important is "Title of cto-public" (critical)')
  })

  it('confidence is medium if the condition is true without some of its facts', () => {
    const only = { ...ownDeck, cards: [card('cto-x', { when: 'exposure = public or team_size < 4' })] }
    const { analysis } = resultOf({ bundleBindings: { exposure: 'public' } }, [
      { slug: 'cto', deck: only },
      ...smallShelf.slice(1),
    ])
    expect(analysis.findings[0]).toMatchObject({ card: 'cto-x', confidence: 'medium' })
  })

  it('confidence is low when a fact is unknown: it becomes a question, and the decision is left open', () => {
    const only = { ...ownDeck, cards: [card('cto-x', { when: 'team_size < 4', element: 'people' })] }
    const { analysis, guidance } = resultOf({}, [{ slug: 'cto', deck: only }, ...smallShelf.slice(1)])
    expect(analysis.findings[0]).toMatchObject({ card: 'cto-x', confidence: 'low', because: [] })
    expect(analysis.open_questions).toMatchObject([
      { id: 'Q1', fact: 'team_size', question: 'How many people run it?' },
    ])
    expect(guidance.next_steps.map(({ action }) => action)).toContain('If it applies: Do cto-x')
    expect(guidance.do_not.join()).toContain('before it is known whether it applies')
    expect(guidance.decision).toBeUndefined()
  })

  it('contradictions between earlier runs are asked again, unless this run supplies the fact', () => {
    const contradictions = [{ fact: 'team_size', values: [3, 9], hashes: ['a', 'b'] }]
    const memory = { tick: 2, contradictions }
    expect(resultOf({ memory }).analysis.open_questions[0]).toMatchObject({
      id: 'Q1',
      fact: 'team_size',
      type: 'number',
      question: 'Earlier runs gave team_size as 3 and then 9. How many people run it?',
    })
    const known = resultOf({ memory, context: { team_size: '3' } })
    expect(known.analysis.open_questions.filter(({ fact }) => fact === 'team_size')).toEqual([])
    expect(known.metadata.memory.tick).toBe(2)
  })

  it('the step of position first_step comes first, the others are sorted by due date, each with its findings', () => {
    const { guidance, analysis } = resultOf({ bundleBindings: { exposure: 'public' } })
    const first = analysis.findings.at(-1)
    expect(guidance.next_steps[0]).toMatchObject({ id: 'N1', traces: [first?.id] })
    const dues = guidance.next_steps.slice(1).map(({ due }) => due)
    const order = ['before_build', 'before_launch', 'within_30_days']
    expect(dues).toEqual(dues.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
    // Critical cards give all their advice; in phase run it is not postponed.
    expect(guidance.next_steps.filter(({ traces }) => traces.includes('F1')).map((it) => it.action)).toEqual([
      'Verify every caller',
      'Keep ids 72 h',
    ])
    expect(guidance.next_steps.find(({ action }) => action === 'Verify every caller')?.due).toBe('before_launch')
    expect(guidance.do_not).toContain('Do not launch before this check passes: test cto-public')
    expect(guidance.review_when).toContain('exposure is no longer public')
  })

  it('options are the drawn card, the next candidate, and waiting while a question is open', () => {
    const { analysis, guidance } = resultOf()
    expect(analysis.options.map(({ id }) => id)).toEqual(['O1', 'O2', 'O3'])
    expect(analysis.options[2]).toMatchObject({ title: expect.stringContaining('Answer'), reversible: true })
    expect(guidance.decision).toBe(analysis.options[0]?.title)
    const [drawn] = analysis.options
    const element = ownDeck.cards.find(({ advice }) => advice[0]?.do === drawn?.title)?.element
    expect(drawn?.reversible).toBe(element !== 'data' && element !== 'money')
  })

  it('a position without a card is reported', () => {
    const empty = { ...ownDeck, cards: [card('cto-x', { must: true })] }
    const { symbolicResponse, metadata } = resultOf({}, [{ slug: 'cto', deck: empty }, ...smallShelf.slice(1)])
    const option = symbolicResponse.positions.find(({ position }) => position === 'option')
    expect(option).toEqual({
      position: 'option',
      title: expect.any(String),
      reading: 'No card of the deck applies.',
    })
    expect(metadata.warnings?.map(({ code }) => code)).toContain('position_short')
  })
})

describe('the subject of a consultation', () => {
  it('the subject is the advice in canonical JSON in every response mode', () => {
    const structured = resultOf()
    const narrative = resultOf({ responseMode: 'narrative' })
    expect(structured.response).not.toBe(narrative.response)
    expect(agentRunSubject(structured)).toBe(agentRunSubject(narrative))
    const { schema_version, role, analysis, guidance, symbolicResponse, envelope } = structured
    const subject = canonicalJson({ schema_version, role, analysis, guidance, symbolicResponse, envelope })
    expect(agentRunSha256(structured)).toBe(sha256Hex(subject))
    // Pinned digest: a change of the result for the same cards changes signed content.
    expect(agentRunSha256(structured)).toBe('ce1715f9e1cd69472c6e619d27aca3100abcecad975cfa99fe038eda104810f0')
  })

  it('the reading of a consultation equals the reading of the engine for the same inputs', () => {
    const { inputs, reading } = runConsult()
    expect(runReading(inputs, smallShelf)).toMatchObject({ ok: true, reading })
  })

  it('the consultation replays from its stored form, including decks that are not built in', async () => {
    const inputs = { role: 'cto', intention: INTENTION, seed: 7 }
    const file = await consultFile(inputs, smallShelf, runConsult())
    expect(file.decks?.map(({ slug }) => slug)).toEqual(['cto', 'resilience'])
    const storedFile = JSON.parse(JSON.stringify(file)) as typeof file
    expect(await replayConsult(storedFile)).toMatchObject({ ok: true, isSame: true })
    const builtInShelf = await shelfOfRole('cto')
    expect((await consultFile(inputs, builtInShelf, runConsult({}, builtInShelf))).decks).toBeUndefined()
    const { guidance } = storedFile.result
    const changed = { ...storedFile, result: { ...storedFile.result, guidance: { ...guidance, decision: 'Another' } } }
    expect(await replayConsult(changed)).toMatchObject({ ok: true, isSame: false })
    expect(await replayConsult({ ...storedFile, inputs: { ...inputs, role: 'ceo' } })).toMatchObject({
      ok: false,
      refusal: { code: 'unknown_role' },
    })
  })
})
