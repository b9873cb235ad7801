export { type FileForm, type ReplayVerdict, replayFile, UnreadableFile } from './replay-file.ts'
