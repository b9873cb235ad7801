import { COMMON_OPTIONS, commandLineOf, EXIT, start } from '@signet/command-line'

const greet = commandLineOf({
  name: 'greet',
  help: 'greet NAME [--loud]\n',
  options: { ...COMMON_OPTIONS, loud: { type: 'boolean' } },
  run: async ({ flags, words, terminal }) => {
    terminal.out(`Hello ${words.join(' ')}${flags.loud ? '!' : '.'}\n`)
    return EXIT.ok
  },
})

await start(greet, process.argv.slice(2))

export {}
