import { type Code, code } from '../../code.ts'
import { boundary, option, testCase, threat } from '../../describe.ts'
import type { Case, Part } from '../../design.ts'
import type { Pattern } from '../../pattern.ts'
import { cli, handler, head, page, rules } from './source.ts'

const cases: readonly Case[] = [
  testCase(
    'e2e',
    ['cli'],
    [
      code`lines through a pipe`,
      code`the program itself runs`,
      code`the result is on standard output, faults beside it, the code says which`,
    ],
    code`
  const good = real(['summary', '-', '--json'], '{"id":"a","amount":2}\\n{"id":"b","amount":3}\\n')
  assert.deepEqual([good.status, good.stderr], [0, ''])
  assert.deepEqual(JSON.parse(good.stdout), { lines: 2, count: 2, total: 5, faults: [] })
  const bad = real(['summary', '-', '--strict'], 'x\\n')
  assert.equal(bad.status, 1)
  assert.match(bad.stderr, /line 1 is no JSON/)
  assert.equal(real(['summary', '/nowhere/at/all']).status, 1)
`,
  ),
  testCase(
    'integration',
    ['usage'],
    [code`wrong usage, and the call for help`, code`it is run`, code`2 with the usage, and 0`],
    code`
  for (const args of [[], ['other'], ['summary'], ['summary', 'a', 'b'], ['summary', 'a', '--nothing']]) {
    const world = io('')
    assert.equal(await run(args, world.io), 2, args.join(' '))
    assert.deepEqual(world.out, [])
  }
  const world = io('')
  assert.equal(await run(['--help'], world.io), 0)
  assert.deepEqual(world.out, [HELP])
`,
  ),
  testCase(
    'unit',
    ['cli', 'lines-wrong'],
    [code`lines of other forms`, code`they are summed`, code`each is named by its number and counts nothing`],
    code`
  const lines = ['{"id":"a","amount":1}', '', '[]', 'null', '{"id":"","amount":1}', '{"id":"b","amount":0.5}', '{"id":"a","amount":9}']
  const { count, total, faults } = await summarize$Entities(lines)
  assert.deepEqual([count, total, faults.map(({ line }) => line)], [1, 1, [3, 4, 5, 6, 7]])
`,
  ),
  testCase(
    'unit',
    ['cli', 'file-endless'],
    [code`a huge line and a hundred thousand faults`, code`they are summed`, code`neither is kept`],
    code`
  const lines = function* () {
    yield 'x'.repeat(MAX_LINE + 1)
    for (let at = 0; at < 100_000; at++) yield 'x'
  }
  const { faults, lines: count } = await summarize$Entities(lines())
  assert.deepEqual([faults.length, count], [MAX_FAULTS, 100_001])
`,
  ),
  testCase(
    'integration',
    ['usage', 'terminal-steered'],
    [code`names that hold escape sequences`, code`they are shown`, code`the terminal sees none of them`],
    code`
  const world = io('')
  assert.equal(await run(['summary', 'absent\\u001b[2J'], world.io), 1)
  assert.ok(!world.err.join().includes('\\u001b'))
  assert.equal(printable('a\\u001b[31mb\\u202ec\\n'), 'a?[31mb?c?')
`,
  ),
]

const service: Part = {
  summary: code`A command line that sums up $nouns from files and pipes.`,
  example: code`What it sums up is an example: lines of JSON {id, amount}. Put your own work in its place, in src/$kebab/.`,
  functions: [],
  site: 'site',
  files: [
    { path: 'src/$kebab/summarize-$kebabs.ts', content: rules },
    { path: 'src/cli.ts', content: cli },
  ],
  interfaces: [
    {
      kind: 'cli',
      path: code`summary FILE`,
      input: code`Lines of JSON {id, amount}`,
      output: code`Count and total; faults by line; exit code`,
      auth: code`Who runs it`,
    },
  ],
  requirements: [
    { key: 'cli', text: code`Every line counts once or is named, in one pass over files of any size`, priority: 'P1' },
    {
      key: 'usage',
      text: code`Results, messages and exit codes are those of a good citizen of a pipe`,
      priority: 'P1',
    },
  ],
  boundaries: [
    boundary('file', code`File to program`, {
      S: code`The program acts for who runs it, with that person's rights`,
      T: [
        threat(
          'lines-wrong',
          code`Who wrote the file`,
          code`writes lines of other forms, or one id twice`,
          code`The sum is wrong and nobody notices`,
          [4, 3],
          code`Each line is read strictly; what is none is named by its number`,
        ),
      ],
      R: code`The program changes nothing`,
      I: [
        threat(
          'terminal-steered',
          code`Who named a file`,
          code`puts sequences into its name that steer the terminal`,
          code`What is shown is not what is there`,
          [2, 4],
          code`Control characters are shown as ?; contents of lines are never shown`,
        ),
      ],
      D: [
        threat(
          'file-endless',
          code`Who wrote the file`,
          code`writes one endless line, or faults without end`,
          code`Memory is used up`,
          [3, 2],
          code`Lines and faults that are kept are bounded; nothing else is held but ids`,
        ),
      ],
      E: code`It writes no file, starts no program and asks no network`,
    }),
  ],
  suites: [{ path: 'test/summarize-$kebabs.test.ts', head, cases }],
  decisions: [
    {
      title: code`One pass, no dependencies`,
      context: code`Files are of any size, and people run the program in pipes and scripts.`,
      drivers: [code`A gigabyte needs no more memory than a kilobyte, but for ids`, code`It runs where Node is`],
      options: [
        option(
          code`Lines of JSON in one pass, arguments by node:util`,
          code`it starts at once and breaks with nothing`,
          code`help is written by hand`,
        ),
        option(code`A framework of commands`, code`help and completion`, code`dependencies for one command`),
        option(code`A compiled program`, code`no Node is needed`, code`a build for each platform`),
      ],
      because: code`it has one command.`,
      good: [code`tests run the program itself`],
      bad: [code`ids of very large files fill memory; then sort first and compare neighbours`],
      confirmation: code`test/summarize-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files of who runs it`],
  actors: [code`Who runs it`, code`Who wrote the files`],
  flows: [code`File or pipe to program`, code`Site to people: releases over HTTPS`],
  constraints: [code`Exit codes 0, 1 and 2 mean what the help says`],
}

export const cliTool: Pattern = {
  version: '1.0.0',
  title: 'Command-line tool',
  traits: {
    ...{ trigger: 'cli', route_shape: 'none', verification: 'none', dispatch: 'sync', store: 'none' },
    ...{ exposure: 'internal', multi_tenant: 'no', has_ui: 'no', uses_model: 'no', latency: 'interactive' },
  },
  parts: ({ worker }) => [
    service,
    {
      files: [
        { path: 'src/handler.ts', content: handler.replaceAll('$worker', worker) as Code },
        { path: 'site/index.html', content: page.replaceAll('$worker', worker) as Code },
      ],
    },
  ],
}
