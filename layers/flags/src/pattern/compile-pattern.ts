import { type CharacterTest, isWord } from './character-class.ts'
import { parsePattern } from './parse-pattern.ts'
import { type Assertion, type PatternNode, PatternRefused } from './pattern-node.ts'

/** Says of a text whether the pattern is found anywhere in it. */
export type PatternTest = (text: string) => boolean

/** What bounds the time of one match: steps are at most the product of the two. */
export const MAX_PATTERN_STEPS = 300
export const MAX_TEXT_LENGTH = 512

/** One instruction of Thompson's machine; `to` and `or` are places in the program. */
type Step =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'fork'; to: number; or: number }
  | { readonly kind: 'found' }

const push = (program: Step[], step: Step): void => {
  if (program.length >= MAX_PATTERN_STEPS) throw new PatternRefused('is too large: repeat less, or split the rule')
  program.push(step)
}

const emitRepeat = (program: Step[], { part, min, max }: Extract<PatternNode, { kind: 'repeat' }>): void => {
  for (let n = 0; n < min; n += 1) {
    const before = program.length
    emit(program, part)
    // Nothing repeated is nothing: (((){1000}){1000}){1000} would keep us busy for long.
    if (program.length === before) return
  }
  if (max === Number.POSITIVE_INFINITY) {
    const fork: Step = { kind: 'fork', to: program.length + 1, or: 0 }
    const back = program.length
    push(program, fork)
    emit(program, part)
    push(program, { kind: 'fork', to: back, or: back })
    fork.or = program.length
    return
  }
  const forks: Extract<Step, { kind: 'fork' }>[] = []
  for (let n = min; n < max; n += 1) {
    const fork: Step = { kind: 'fork', to: program.length + 1, or: 0 }
    forks.push(fork)
    push(program, fork)
    emit(program, part)
    if (program.length === fork.to) break
  }
  for (const fork of forks) fork.or = program.length
}

const emitChoice = (program: Step[], parts: readonly PatternNode[]): void => {
  const exits: Extract<Step, { kind: 'fork' }>[] = []
  for (const [i, part] of parts.entries()) {
    if (i === parts.length - 1) {
      emit(program, part)
      break
    }
    const fork: Step = { kind: 'fork', to: program.length + 1, or: 0 }
    push(program, fork)
    emit(program, part)
    const exit: Step = { kind: 'fork', to: 0, or: 0 }
    exits.push(exit)
    push(program, exit)
    fork.or = program.length
  }
  for (const exit of exits) {
    exit.to = program.length
    exit.or = program.length
  }
}

const emit = (program: Step[], node: PatternNode): void => {
  if (node.kind === 'character' || node.kind === 'assertion') push(program, node)
  else if (node.kind === 'sequence') for (const part of node.parts) emit(program, part)
  else if (node.kind === 'choice') emitChoice(program, node.parts)
  else emitRepeat(program, node)
}

const holds = (assertion: Assertion, before: number, after: number): boolean => {
  if (assertion === 'textStart') return before < 0
  if (assertion === 'textEnd') return after < 0
  if (assertion === 'lineStart') return before < 0 || before === 10
  if (assertion === 'lineEnd') return after < 0 || after === 10
  return (isWord(before) !== isWord(after)) === (assertion === 'word')
}

/** A set of places of the program, emptied in no time, and room to follow forks in. */
const placeSet = (size: number) => ({
  places: new Uint16Array(size),
  count: 0,
  seen: new Uint32Array(size),
  round: 0,
  open: new Uint16Array(2 * size),
})
type PlaceSet = ReturnType<typeof placeSet>

/** Follows forks and assertions from a place; true when the end of the program is reached. */
const follow = (program: readonly Step[], set: PlaceSet, start: number, before: number, after: number): boolean => {
  const { open, seen, round, places } = set
  let waiting = 1
  open[0] = start
  while (waiting > 0) {
    waiting -= 1
    const at = open[waiting] ?? 0
    if (seen[at] === round) continue
    seen[at] = round
    const step = program[at]
    if (step === undefined || step.kind === 'found') return true
    if (step.kind === 'fork') {
      open[waiting] = step.or
      open[waiting + 1] = step.to
      waiting += 2
    } else if (step.kind === 'character') {
      places[set.count] = at
      set.count += 1
    } else if (holds(step.assertion, before, after)) {
      open[waiting] = at + 1
      waiting += 1
    }
  }
  return false
}

const clear = (set: PlaceSet): void => {
  set.count = 0
  set.round += 1
}

/** Thompson's simulation: all ways at once, one pass over the text, whatever the pattern. */
const run = (program: readonly Step[], text: string, sets: [PlaceSet, PlaceSet]): boolean => {
  let [now, next] = sets
  let before = -1
  let at = 0
  clear(now)
  for (;;) {
    const cp = text.codePointAt(at)
    const here = cp ?? -1
    if (follow(program, now, 0, before, here)) return true
    if (cp === undefined) return false
    at += cp > 0xffff ? 2 : 1
    const after = text.codePointAt(at) ?? -1
    clear(next)
    for (let i = 0; i < now.count; i += 1) {
      const place = now.places[i] ?? 0
      const step = program[place]
      if (step?.kind === 'character' && step.test(cp) && follow(program, next, place + 1, cp, after)) return true
    }
    ;[now, next] = [next, now]
    before = cp
  }
}

/**
 * A pattern of RE2's syntax that matches in linear time. A text of more than 512 characters matches no pattern.
 *
 * @throws PatternRefused for what RE2 refuses, and for a pattern that is too large.
 */
export const compilePattern = (source: string, ignoresCase = false): PatternTest => {
  const program: Step[] = []
  emit(program, parsePattern(ignoresCase ? `(?i)${source}` : source))
  program.push({ kind: 'found' })
  const sets: [PlaceSet, PlaceSet] = [placeSet(program.length), placeSet(program.length)]
  return (text) => text.length <= MAX_TEXT_LENGTH && run(program, text, sets)
}

/** Why the text is no pattern that can be used; undefined when it is one. */
export const patternProblem = (source: string): string | undefined => {
  try {
    compilePattern(source)
    return undefined
  } catch (error) {
    if (error instanceof PatternRefused) return error.message
    throw error
  }
}
