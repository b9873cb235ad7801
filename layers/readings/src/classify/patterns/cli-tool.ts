import type { Pattern } from '../pattern.ts'

export const cliTool: Pattern = {
  id: 'cli-tool',
  title: 'Command line tool',
  description: 'A program for the terminal and for scripts, with arguments, exit codes and machine-readable output.',
  terms: {
    names:
      'cli, cli tool, command line, command line tool, commandline, terminal tool, terminal program, shell command, shell tool, console tool, command line client, npx command',
    typical:
      'terminal, shell, flags and arguments, arguments, subcommands, subcommand, exit code, exit codes, stdin, stdout, pipe, pipes, dry run, from my laptop, locally, bash, script that, scripts, git hook, pre commit, in ci, npm package, binary, homebrew, repo, repository, working directory, local files, developers run, prints, linter, codemod, from the prompt, type one, on their machine, on my machine, in a script, run by hand, one command, single binary, makefile',
    hints:
      'command, run, tool, developer, developers, folder, directory, print, output, options, argument, local, machine, scaffold, git, progress bar, config file, rename, migrate',
  },
  phrasings: [
    'Developers type one word and get a fresh test database on their machine',
    'Go through a folder, rename pictures by the date they were taken, and say first what it would do',
    'Something I can pipe a log into that shows only what is slow',
    'Compare two environments’ settings and print what differs, with a status that scripts can test',
    'Engineers want to tail the logs of production from where they type',
    'Check commit messages before they are made',
    'A little program that ops people run by hand to rotate a secret and see each step',
    'Turn a directory of notes into one PDF, run from a Makefile',
    'Find dead links in a tree of Markdown files and fail the build if there are any',
    'Clone, set up and start all our repositories on a new laptop',
    'Let our customers’ admins upload users from where they work, without a browser, and in scripts',
    'Print who changed which line of a spreadsheet export',
    'A thing for the prompt that says which of my branches can go',
    'Encrypt files before they go to a share, one call a file',
    'Bulk edit translations from JSON files on disk',
    'Measure how long a list of addresses takes to answer and show a table',
    'Bump versions in all packages of a repository and write the change log',
    'Let data people query our API and get columns they can pipe on',
    'Take a schema file and write the types next to it',
    'A helper for release managers that asks three questions and tags the release',
    'Scan a working copy for secrets before pushing',
    'Look at the licences of all dependencies and say which are not allowed',
  ],
}
