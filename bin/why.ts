import { EXIT, reportingErrors, start } from '@signet/command-line'
import { whyStory } from './why/why-story.ts'

/** Prints the history of an ID from the logs (`npm run why -- <id>`). */
await start(
  (argv, terminal) =>
    reportingErrors({ name: 'why' }, terminal, async () => {
      terminal.out(`${await whyStory(argv)}\n`)
      return EXIT.ok
    }),
  process.argv.slice(2),
)
