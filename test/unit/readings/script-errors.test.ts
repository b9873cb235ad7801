import { compileScript, loadDeck, type ScriptError, type ShelfDeck } from '@signet/readings'
import { beforeAll, describe, expect, it } from 'vitest'

let shelf: readonly ShelfDeck[] = []
beforeAll(async () => {
  const decks = await Promise.all(['stride-core', 'mara', 'cto'].map((name) => loadDeck(name)))
  shelf = decks.flatMap((deck) => (deck ? [{ slug: deck.name, deck }] : []))
})

const errorsOf = (script: string): readonly ScriptError[] => {
  const compilation = compileScript(script, shelf)
  return compilation.ok ? [] : compilation.errors
}

/** Returns `code line:column+length` and the hint of each error. */
const errorLines = (script: string): readonly string[] =>
  errorsOf(script).map(
    ({ code, line, column, length, hint }) => `${code} ${line}:${column}+${length}${hint ? ` ${hint}` : ''}`,
  )

const EXAMPLE = `spread webhook_review "Can we trust what this endpoint is told?"
deck threats = stride-core@1
deck ops     = mara@1
ask data   "Which data does it hold?" as any of none, personal, payment, health
ask public "Can anyone on the internet call it?" as yes/no
ask peak   "Requests a second at peak?" as number default 10

position entry "How could somebody get in who should not?"
  when public
  draw 3 from threats where stride in (S, E)
position loss "What would hurt most if it leaked?"
  when data has personal or data has payment or data has health
  draw 2 from threats where stride = I
position outage "What happens when it is down or flooded?"
  draw 2 from ops where element = process top
fact exposure = if public and peak > 50 then high else low
say "Exposure is {exposure}; {entry.count} ways in: {entry.titles}."
speak as ciso about entry, loss
`

const HEAD = 'spread x\ndeck threats = stride-core\nask public "Is it?" as yes/no\nask peak "How much?" as number\n'
const HEAD_LINES = 4
const DRAWS = '\nposition p "P"\ndraw 1 from threats\n'

describe('a script', () => {
  it('the script of the reference compiles', () => {
    expect(errorLines(EXAMPLE)).toEqual([])
  })

  it('a mistyped alias is reported as in the reference', () => {
    const [error] = errorsOf(EXAMPLE.replace('draw 3 from threats', 'draw 3 from threat'))
    expect(error).toEqual({
      field: 'script',
      code: 'unknown_name',
      line: 10,
      column: 15,
      length: 6,
      message: 'line 10, column 15: no deck "threat"; did you mean "threats" of line 2?',
      hint: 'did you mean "threats" of line 2?',
    })
  })

  it('Windows line ends, indentation and comments are accepted', () => {
    expect(errorLines(`${EXAMPLE.replaceAll('\n', '  # a "comment\r\n')}`)).toEqual([])
    expect(errorLines(`# first\n\n   ${HEAD}${DRAWS}`)).toEqual([])
  })
})

describe('syntax errors', () => {
  it.each([
    ['an empty script', '', ['syntax 1:1+1']],
    ['a comment alone', '# nothing\n', ['syntax 1:1+1']],
    ['another first statement', `deck a = mara\n${HEAD}`, ['syntax 1:1+1']],
    ['half a surrogate pair', `${HEAD}say "a\ud800b"`, ['syntax 5:7+1']],
  ])('%s is a syntax error', (_, script, expected) => {
    expect(errorLines(script)).toEqual(expected)
  })

  it.each([
    ['a missing token', 'draw', ['syntax 7:5+1']],
    ['a missing token before a comment', 'draw   # three', ['syntax 7:5+1']],
    ['an unclosed string', 'say "never', ['syntax 7:5+6']],
    ['a missing word', 'draw 1 form threats', ['syntax 7:8+4 did you mean "from"?']],
    ['an extra word', 'draw 1 from threats now', ['syntax 7:21+3 write one statement per line']],
    ['a capital', 'ask Public "It?" as yes/no', ['syntax 7:5+6 names are lower case without hyphens: "public"']],
    ['a hyphen', 'fact a-b = 1', ['syntax 7:6+3 names are lower case without hyphens: "a_b"']],
    ['a name of 41 characters', `fact ${'a'.repeat(41)} = 1`, ['syntax 7:6+41']],
    ['a word of the language as a name', 'fact not = 1', ['syntax 7:6+3']],
    ['a sign without a meaning', 'fact a = $', ['syntax 7:10+1']],
    ['a sign of two UTF-16 units', 'fact a = \u{1f600}', ['syntax 7:10+2']],
    ['an emoji before the error', 'say "\u{1f600}" x', ['syntax 7:10+1 write one statement per line']],
    ['a sign as a statement', '= 1', ['syntax 7:1+1']],
    ['an open parenthesis', 'when (public', ['syntax 7:13+1']],
    ['a comparison with the unknown', 'when peak = unknown', ['syntax 7:13+7 write "peak is unknown"']],
    ['an empty list', 'when peak in ()', ['syntax 7:15+1']],
    ['a brace without a partner', 'say "a {b"', ['syntax 7:8+1']],
    ['a brace around nothing', 'say "a {}"', ['syntax 7:8+2']],
    ['no cards', 'draw 0 from threats', ['syntax 7:6+1']],
    ['half a card', 'draw 1.5 from threats', ['syntax 7:6+3']],
    ['a number beyond 2^53', 'fact a = 9007199254740993', ['syntax 7:10+16']],
    ['a deck with capitals', 'deck b = Mara', ['syntax 7:10+4 decks are named like "stride-core"']],
    ['an invalid version', 'deck b = mara@new', ['syntax 7:15+3']],
  ])('%s has its position and hint', (_, line, expected) => {
    expect(errorLines(`${HEAD}position p "P"\ndraw 1 from threats\n${line}`)).toEqual(expected)
  })

  it.each(['draw 1 from threats', 'when public'])('a "%s" above all positions is an error', (line) => {
    const length = line.indexOf(' ')
    expect(errorLines(`${HEAD}${line}${DRAWS}`)).toEqual([`syntax 5:1+${length} write a position before it`])
  })
})

describe('errors of words, names and types', () => {
  it.each([
    ['unknown_word of a statement', 'asks a "A?" as text', ['unknown_word 5:1+4 did you mean "ask"?']],
    ['unknown_word of a type', 'ask a "A?" as txt', ['unknown_word 5:15+3 did you mean "text"?']],
    [
      'unknown_name of a fact',
      'fact a = if publik then 1 else 2',
      ['unknown_name 5:13+6 did you mean "public" of line 3?'],
    ],
    [
      'unknown_name of a fact declared below',
      'fact a = if b = 1 then 1 else 2\nfact b = 1',
      ['unknown_name 5:13+1 it is declared below, in line 6'],
    ],
    ['unknown_name at the brace', 'say "It is {peek}."', ['unknown_name 5:12+6 did you mean "peak" of line 4?']],
    ['unknown_deck', 'deck b = stride-cor', ['unknown_deck 5:10+10 did you mean "stride-core"?']],
    ['unknown_version', 'deck b = mara@9', ['unknown_version 5:15+1 available versions: 1.0.0']],
    ['unknown_version of three numbers', 'deck b = mara@1.0.7', ['unknown_version 5:15+5 available versions: 1.0.0']],
    ['duplicate of a name', 'ask public "Again?" as yes/no', ['duplicate 5:5+6']],
    ['duplicate of another kind', 'fact threats = 1', ['duplicate 5:6+7']],
    ['duplicate of an option', 'ask a "A?" as one of b, c, b', ['duplicate 5:28+1']],
    ['duplicate spread', 'spread y', ['duplicate 5:1+6']],
    [
      'type_mismatch of a bare name',
      'fact a = if peak then 1 else 2',
      ['type_mismatch 5:13+4 compare it, as in "peak = …"'],
    ],
    ['type_mismatch of a number', 'fact a = if peak > many then 1 else 2', ['type_mismatch 5:20+4']],
    ['type_mismatch of yes/no', 'fact a = if public = 3 then 1 else 2', ['type_mismatch 5:22+1']],
    ['type_mismatch of an order', 'fact a = if public > yes then 1 else 2', ['type_mismatch 5:20+1']],
    ['type_mismatch of has', 'fact a = if peak has 3 then 1 else 2', ['type_mismatch 5:18+3 write "="']],
    ['type_mismatch of =', 'fact a = if data_classes = pii then 1 else 2', ['type_mismatch 5:26+1 write "has"']],
    [
      'type_mismatch of an option',
      'fact a = if exposure = pubic then 1 else 2',
      ['type_mismatch 5:24+5 did you mean "public"?'],
    ],
    ['type_mismatch of a default', 'ask a "A?" as number default high', ['type_mismatch 5:30+4']],
    ['type_mismatch with a deck', 'deck c = cto\nask team_size "Who?" as text', ['type_mismatch 6:5+9 take its type']],
    ['type_mismatch of kinds', 'fact a = if threats is known then 1 else 2', ['type_mismatch 5:13+7']],
  ])('%s is reported', (_, lines, expected) => {
    expect(errorLines(`${HEAD}${lines}${DRAWS}`)).toEqual(expected)
  })

  it.each([
    ['unknown_name of an alias', 'draw 1 from threads', ['unknown_name 7:13+7 did you mean "threats" of line 2?']],
    ['unknown_name of a position', 'speak about q', ['unknown_name 7:13+1']],
    ['unknown_name of a member', 'say "{p.titels}"', ['unknown_name 7:6+10 did you mean "titles"?']],
    ['unknown_word of a role', 'speak as cisco about p', ['unknown_word 7:10+5 did you mean "ciso"?']],
    ['unknown_field', 'draw 1 from threats where strid = S', ['unknown_field 7:27+5 did you mean "stride"?']],
    [
      'type_mismatch of a field',
      'draw 1 from threats where stride = X',
      ['type_mismatch 7:36+1 it is one of S, T, R, I, D, E'],
    ],
    ['type_mismatch of a position', 'when p', ['type_mismatch 7:6+1']],
    ['duplicate when', 'when public\nwhen not public', ['duplicate 8:1+4 join both with "and"']],
    ['unused_position', 'position q "Q"', ['unused_position 7:10+1']],
  ])('%s is reported', (_, lines, expected) => {
    expect(errorLines(`${HEAD}position p "P"\ndraw 1 from threats\n${lines}`)).toEqual(expected)
  })

  it('count of a later position is a known name with an unknown value', () => {
    expect(errorLines(`${HEAD}fact a = count p${DRAWS}`)).toEqual([])
    expect(errorLines(`${HEAD}fact a = count q${DRAWS}`)).toEqual(['unknown_name 5:16+1'])
  })

  it('errors are reported together, in order, and at most 20', () => {
    const lines = ['aks', 'draw', 'deck b = nothing-like-it', 'fact a = if zzz then 1 else 2', 'say "open']
    expect(errorLines(`${HEAD}${lines.join('\n')}`).map((line) => line.split('+')[0])).toEqual([
      'unknown_word 5:1',
      'syntax 6:1',
      'syntax 6:5',
      'unknown_deck 7:10',
      'unknown_name 8:13',
      'syntax 9:5',
    ])
    const many = Array.from({ length: 30 }, (_, at) => `fact f${at} = if zzz then 1 else 2`).join('\n')
    expect(errorsOf(HEAD + many)).toHaveLength(20)
    expect(errorsOf(HEAD + many).at(-1)?.line).toBe(HEAD_LINES + 20)
  })

  it('an invalid line does not invalidate lines that use its name', () => {
    expect(errorLines(`spread x\nask a "A?" as nmber\nfact b = if a then 1 else 2`)).toHaveLength(1)
  })
})

describe('the text of an error', () => {
  it('the text names position, error and hint', () => {
    expect(errorsOf(`${HEAD}asks a "A?" as text${DRAWS}`)[0]?.message).toBe(
      'line 5, column 1: no statement "asks"; did you mean "ask"?',
    )
  })
})
