import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`A command line that sums up $nouns from files and pipes.`,
  example: code`What it sums up is an example: lines of JSON {id, amount}. Put your own work in its place, in src/$kebab/.`,
  functions: [],
  site: 'site',
  interfaces: [
    {
      kind: 'cli',
      path: code`summary FILE`,
      input: code`Lines of JSON {id, amount}`,
      output: code`Count and total; faults by line; exit code`,
      auth: code`The user of the program`,
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
      S: code`The program runs with the rights of its user`,
      T: [
        threat(
          'lines-wrong',
          code`The author of the file`,
          code`writes lines of other forms, or one id twice`,
          code`The sum is wrong, unnoticed`,
          [4, 3],
          code`Each line is validated strictly; an invalid one is reported by its number`,
        ),
      ],
      R: code`The program changes nothing`,
      I: [
        threat(
          'terminal-steered',
          code`The author of a file name`,
          code`puts sequences into its name that steer the terminal`,
          code`What is shown is not what is there`,
          [2, 4],
          code`Control characters are shown as ?; contents of lines are never shown`,
        ),
      ],
      D: [
        threat(
          'file-endless',
          code`The author of the file`,
          code`writes one endless line, or faults without end`,
          code`Memory is used up`,
          [3, 2],
          code`Lines and faults that are kept are bounded; nothing else is held but ids`,
        ),
      ],
      E: code`It writes no file, starts no program and asks no network`,
    }),
  ],

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
      bad: [code`ids of very large files fill memory; then sort first and compare neighbors`],
      confirmation: code`test/summarize-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files of the user`],
  actors: [code`The user of the program`, code`Authors of the files`],
  flows: [code`File or pipe to program`, code`Site to people: releases over HTTPS`],
  constraints: [code`Exit codes 0, 1 and 2 mean what the help says`],
}

export const cliTool: Pattern = {
  version: '1.1.0',
  title: 'Command-line tool',
  traits: {
    trigger: 'cli',
    route_shape: 'none',
    verification: 'none',
    dispatch: 'sync',
    store: 'none',
    exposure: 'internal',
    multi_tenant: 'no',
    has_ui: 'no',
    uses_model: 'no',
    latency: 'interactive',
  },
  parts: ({ worker }) => [service, { rendered: () => [templates('cli-tool', { values: { worker } })] }],
}
