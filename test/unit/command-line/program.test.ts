import { COMMON_OPTIONS, commandLineOf, dispatch, EXIT, Failure } from '@signet/command-line'
import { describe, expect, it } from 'vitest'

const OPTIONS = { ...COMMON_OPTIONS, size: { type: 'string' }, color: { type: 'string' } } as const

type CommandSet = Parameters<typeof dispatch<typeof OPTIONS>>[0]

const commands: CommandSet['commands'] = {
  draw: {
    flags: ['size'],
    run: async ({ flags, words, terminal }) => {
      terminal.out(`${words.join(' ')} ${flags.size ?? ''}`.trim())
      return EXIT.ok
    },
  },
  'jobs list': { flags: [], run: async () => EXIT.failed },
  crash: {
    flags: [],
    run: async () => {
      throw new TypeError('it broke')
    },
  },
  refuse: {
    flags: [],
    run: async () => {
      throw new Failure(EXIT.refused, 'no')
    },
  },
}

const program = (errorStatus?: number) =>
  commandLineOf({
    name: 'paint',
    help: 'paint - help\n',
    options: OPTIONS,
    ...(errorStatus !== undefined && { errorStatus }),
    run: dispatch<typeof OPTIONS>({ program: 'paint', help: 'paint - help\n', commands }),
  })

const run = async (argv: readonly string[], errorStatus?: number) => {
  const printed = { out: '', err: '' }
  const status = await program(errorStatus)(argv, {
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
  })
  return [status, printed.out, printed.err]
}

describe('Command-line program', () => {
  it('passes words and flags to the command that its first words name', async () => {
    expect(await run(['draw', 'a', 'boat', '--size', '3'])).toEqual([0, 'a boat 3', ''])
    expect(await run(['jobs', 'list'])).toEqual([1, '', ''])
  })

  it('prints its help', async () => {
    expect(await run(['--help'])).toEqual([0, 'paint - help\n', ''])
    expect(await run(['draw', '-h'])).toEqual([0, 'paint - help\n', ''])
  })

  it.each([
    ['no command', [], 'paint: A command is missing\npaint - help\n\n'],
    ['an unknown command', ['fly'], 'paint: The command fly does not exist. See paint --help\n'],
    [
      'the name of a member of all objects',
      ['toString'],
      'paint: The command toString does not exist. See paint --help\n',
    ],
    ['half a command', ['jobs'], 'paint: The command is jobs list. See paint --help\n'],
    [
      'an option of another command',
      ['jobs', 'list', '--size', '3'],
      'paint: --size is not a flag of jobs list. See paint --help\n',
    ],
    ['an unknown option', ['draw', '--moon'], "paint: Unknown option '--moon'. See paint --help\n"],
  ])('exits with 2 for %s, and names the next step', async (_, argv, err) => {
    expect(await run(argv)).toEqual([2, '', err])
  })

  it('exits with the status of a failure, or with the status for other errors', async () => {
    expect(await run(['refuse'])).toEqual([3, '', 'paint: no\n'])
    expect(await run(['crash'])).toEqual([1, '', 'paint: it broke\n'])
    expect(await run(['crash'], 2)).toEqual([2, '', 'paint: it broke\n'])
  })
})
