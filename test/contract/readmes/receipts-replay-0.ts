import { readFile } from 'node:fs/promises'
import { replayFile } from '@signet/replay'

const { isSame, recorded, repeated, differences } = await replayFile(await readFile('reading.json'))

export {}
