import { run } from './command-line/run.mjs'
import { whyStory } from './why/why-story.ts'

run('why', async () => console.log(await whyStory(process.argv.slice(2))))
