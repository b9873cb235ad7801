import { code } from '../../code.ts'
import { boundary, option, threat } from '../../describe.ts'
import type { Part } from '../../design.ts'
import type { Pattern } from '../../pattern.ts'
import { templates } from '../../templates/templates.ts'

const service: Part = {
  summary: code`A command-line tool that summarizes $nouns from files and pipes.`,
  example: code`The input is an example: lines of JSON {id, amount}. Replace it with your own in src/$kebab/.`,
  functions: [],
  site: 'site',
  interfaces: [
    {
      kind: 'cli',
      path: code`summary FILE`,
      input: code`Lines of JSON {id, amount}`,
      output: code`Count and total; errors by line; exit code`,
      auth: code`The user of the program`,
    },
  ],
  requirements: [
    {
      key: 'cli',
      text: code`Every line is counted once or reported as invalid, in one pass over files of any size`,
      priority: 'P1',
    },
    {
      key: 'usage',
      text: code`Results, messages and exit codes work in a pipe`,
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
          code`writes malformed lines, or an ID twice`,
          code`The total is wrong, and the user does not notice`,
          [4, 3],
          code`Each line is validated strictly; an invalid one is reported by its number`,
        ),
      ],
      R: code`The program changes nothing`,
      I: [
        threat(
          'terminal-steered',
          code`The author of a file name`,
          code`puts terminal control sequences into the name`,
          code`The terminal shows misleading output`,
          [2, 4],
          code`Control characters are printed as ?; the content of lines is never printed`,
        ),
      ],
      D: [
        threat(
          'file-endless',
          code`The author of the file`,
          code`writes an endless line, or endless invalid lines`,
          code`The program runs out of memory`,
          [3, 2],
          code`The length of a line and the number of stored errors are limited; only IDs are stored in addition`,
        ),
      ],
      E: code`The program writes no files, starts no programs and does not use the network`,
    }),
  ],

  decisions: [
    {
      title: code`One pass, no dependencies`,
      context: code`Files can have any size, and users run the program in pipes and scripts.`,
      drivers: [code`Memory use does not grow with the file, except for IDs`, code`It runs wherever Node is installed`],
      options: [
        option(
          code`Lines of JSON in one pass, arguments parsed by node:util`,
          code`it starts instantly and has no dependencies to break`,
          code`help is written by hand`,
        ),
        option(
          code`A command framework`,
          code`it includes help and completion`,
          code`it adds dependencies for a single command`,
        ),
        option(code`A compiled program`, code`users do not need Node`, code`it needs a build for each platform`),
      ],
      because: code`the tool has a single command.`,
      good: [code`tests run the real program`],
      bad: [code`the IDs of very large files can exceed memory; sort such files first and compare adjacent lines`],
      confirmation: code`test/summarize-$kebabs.test.ts.`,
    },
  ],
  assets: [code`Files of the user`],
  actors: [code`The user of the program`, code`Authors of the files`],
  flows: [code`File or pipe to program`, code`Site to users: releases over HTTPS`],
  constraints: [code`Exit codes 0, 1 and 2 have the meaning that the help text documents`],
}

export const cliTool: Pattern = {
  version: '1.2.0',
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
  parts: ({ worker }) => [service, { render: () => [templates('cli-tool', { values: { worker } })] }],
}
