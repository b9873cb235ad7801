import { type CharacterTest, isWord } from './character-class.ts'
import { parsePattern } from './parse-pattern.ts'
import { type Assertion, type PatternNode, PatternRefused } from './pattern-node.ts'

export type PatternTest = (text: string) => boolean

/**
 * Maximum number of instructions of a pattern. It bounds the time of one match, which takes at most this number of steps
 * per character of the text.
 */
export const MAX_PATTERN_STEPS = 300
export const MAX_TEXT_LENGTH = 512

/** One instruction of Thompson's machine; `to` and `or` are indexes of the program. */
type Instruction =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'fork'; to: number; or: number }
  | { readonly kind: 'found' }

const push = (program: Instruction[], step: Instruction): void => {
  if (program.length >= MAX_PATTERN_STEPS)
    throw new PatternRefused('is too large: use fewer repetitions, or split the rule')
  program.push(step)
}

const emitRepeat = (program: Instruction[], { part, min, max }: Extract<PatternNode, { kind: 'repeat' }>): void => {
  for (let n = 0; n < min; n += 1) {
    const lengthBefore = program.length
    emit(program, part)
    // A repeated empty expression is empty: otherwise (((){1000}){1000}){1000} would take very long.
    if (program.length === lengthBefore) return
  }
  if (max === Number.POSITIVE_INFINITY) {
    const fork: Instruction = { kind: 'fork', to: program.length + 1, or: 0 }
    const loopStart = program.length
    push(program, fork)
    emit(program, part)
    push(program, { kind: 'fork', to: loopStart, or: loopStart })
    fork.or = program.length
    return
  }
  const forks: Extract<Instruction, { kind: 'fork' }>[] = []
  for (let n = min; n < max; n += 1) {
    const fork: Instruction = { kind: 'fork', to: program.length + 1, or: 0 }
    forks.push(fork)
    push(program, fork)
    emit(program, part)
    if (program.length === fork.to) break
  }
  for (const fork of forks) fork.or = program.length
}

const emitChoice = (program: Instruction[], parts: readonly PatternNode[]): void => {
  const exits: Extract<Instruction, { kind: 'fork' }>[] = []
  for (const [i, part] of parts.entries()) {
    if (i === parts.length - 1) {
      emit(program, part)
      break
    }
    const fork: Instruction = { kind: 'fork', to: program.length + 1, or: 0 }
    push(program, fork)
    emit(program, part)
    const exit: Instruction = { kind: 'fork', to: 0, or: 0 }
    exits.push(exit)
    push(program, exit)
    fork.or = program.length
  }
  for (const exit of exits) {
    exit.to = program.length
    exit.or = program.length
  }
}

const emit = (program: Instruction[], node: PatternNode): void => {
  if (node.kind === 'character' || node.kind === 'assertion') push(program, node)
  else if (node.kind === 'sequence') for (const part of node.parts) emit(program, part)
  else if (node.kind === 'choice') emitChoice(program, node.parts)
  else emitRepeat(program, node)
}

const LINE_FEED = 10

const isAssertionMet = (assertion: Assertion, before: number, after: number): boolean => {
  if (assertion === 'textStart') return before < 0
  if (assertion === 'textEnd') return after < 0
  if (assertion === 'lineStart') return before < 0 || before === LINE_FEED
  if (assertion === 'lineEnd') return after < 0 || after === LINE_FEED
  return (isWord(before) !== isWord(after)) === (assertion === 'word')
}

const CHARACTER = 0
const FORK = 1
const ASSERTION = 2
const FOUND = 3
const KINDS = { character: CHARACTER, fork: FORK, assertion: ASSERTION, found: FOUND } as const

/** A compiled pattern as arrays of numbers, compact in memory because every character of a text reads them. */
interface Machine {
  readonly kinds: Uint8Array
  readonly to: Uint16Array
  readonly or: Uint16Array
  /** ASCII characters that match, one bit per code. */
  readonly ascii: Uint32Array
  readonly steps: readonly Instruction[]
}

const WORDS_PER_STATE = 128 / 32

const machineOf = (steps: readonly Instruction[]): Machine => {
  const ascii = new Uint32Array(steps.length * WORDS_PER_STATE)
  for (const [i, step] of steps.entries()) {
    if (step.kind !== 'character') continue
    for (let cp = 0; cp < 128; cp += 1) {
      const word = i * WORDS_PER_STATE + (cp >>> 5)
      if (step.test(cp)) ascii[word] = (ascii[word] ?? 0) | (1 << (cp & 31))
    }
  }
  return {
    kinds: Uint8Array.from(steps, ({ kind }) => KINDS[kind]),
    to: Uint16Array.from(steps, (step) => (step.kind === 'fork' ? step.to : 0)),
    or: Uint16Array.from(steps, (step) => (step.kind === 'fork' ? step.or : 0)),
    ascii,
    steps,
  }
}

const acceptsCharacter = ({ ascii, steps }: Machine, position: number, cp: number): boolean => {
  if (cp < 128) return (((ascii[position * WORDS_PER_STATE + (cp >>> 5)] ?? 0) >>> (cp & 31)) & 1) === 1
  const step = steps[position]
  return step?.kind === 'character' && step.test(cp)
}

/** The states that a match may be in. `visitedRound` marks states that were already added for the current character. */
class StateSet {
  readonly list = new Uint16Array(MAX_PATTERN_STEPS + 1)
  readonly visitedRound = new Uint32Array(MAX_PATTERN_STEPS + 1)
  count = 0
  round = 0

  clear(): void {
    this.count = 0
    this.round += 1
    // The round is a 32-bit number. The marks are cleared before it wraps around.
    if (this.round < 0xffffffff) return
    this.visitedRound.fill(0)
    this.round = 1
  }
}

/** Working memory of a match. All patterns share it, because a match ends before the next one begins. */
const CURRENT_STATES = new StateSet()
const NEXT_STATES = new StateSet()
const STACK = new Uint16Array(2 * (MAX_PATTERN_STEPS + 2))

/** Follows forks and assertions from an index of the program; returns true if they reach its end. */
const follow = (machine: Machine, states: StateSet, start: number, before: number, after: number): boolean => {
  const { kinds, to, or } = machine
  const { list, visitedRound, round } = states
  let stackSize = 1
  STACK[0] = start
  while (stackSize > 0) {
    stackSize -= 1
    const state = STACK[stackSize] ?? 0
    if (visitedRound[state] === round) continue
    visitedRound[state] = round
    const kind = kinds[state]
    if (kind === FORK) {
      STACK[stackSize] = or[state] ?? 0
      STACK[stackSize + 1] = to[state] ?? 0
      stackSize += 2
    } else if (kind === CHARACTER) {
      list[states.count] = state
      states.count += 1
    } else if (kind === ASSERTION) {
      const step = machine.steps[state]
      if (step?.kind === 'assertion' && isAssertionMet(step.assertion, before, after)) {
        STACK[stackSize] = state + 1
        stackSize += 1
      }
    } else return true
  }
  return false
}

/** Runs Thompson's simulation: all alternatives at once, in one pass over the text. */
const matchText = (machine: Machine, text: string): boolean => {
  let current = CURRENT_STATES
  let next = NEXT_STATES
  let previous = -1
  let offset = 0
  current.clear()
  for (;;) {
    const codePoint = text.codePointAt(offset)
    const cp = codePoint ?? -1
    if (follow(machine, current, 0, previous, cp)) return true
    if (codePoint === undefined) return false
    offset += cp > 0xffff ? 2 : 1
    const after = text.codePointAt(offset) ?? -1
    next.clear()
    for (let i = 0; i < current.count; i += 1) {
      const position = current.list[i] ?? 0
      if (acceptsCharacter(machine, position, cp) && follow(machine, next, position + 1, cp, after)) return true
    }
    const reusable = current
    current = next
    next = reusable
    previous = cp
  }
}

const programOf = (source: string, ignoresCase: boolean): Instruction[] => {
  const program: Instruction[] = []
  emit(program, parsePattern(ignoresCase ? `(?i)${source}` : source))
  program.push({ kind: 'found' })
  return program
}

/**
 * Compiles a pattern in RE2's syntax to a test that takes linear time. A text of more than 512 characters does not match.
 * @throws PatternRefused if RE2 refuses the pattern, or it is too large.
 */
export const compilePattern = (source: string, { ignoresCase } = { ignoresCase: false }): PatternTest => {
  const machine = machineOf(programOf(source, ignoresCase))
  return (text) => text.length <= MAX_TEXT_LENGTH && matchText(machine, text)
}

/**
 * Returns the number of a pattern's states, which bounds the cost per character of the text; 0 for an invalid pattern.
 */
export const patternSize = (source: string): number => {
  try {
    return programOf(source, false).length
  } catch (error) {
    if (error instanceof PatternRefused) return 0
    throw error
  }
}

/** Returns the reason why the pattern cannot be used; undefined if it can. */
export const patternProblem = (source: string): string | undefined => {
  try {
    programOf(source, false)
    return undefined
  } catch (error) {
    if (error instanceof PatternRefused) return error.message
    throw error
  }
}
