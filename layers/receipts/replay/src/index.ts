export { type FileForm, type ReplayDifference, type ReplayVerdict, replayFile, UnreadableFile } from './replay-file.ts'
