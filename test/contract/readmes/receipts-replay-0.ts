import { readFile } from 'node:fs/promises'
import { replayFile } from '@signet/replay'

const { isSame, recorded, again, differences } = await replayFile(await readFile('reading.json'))

export {}
