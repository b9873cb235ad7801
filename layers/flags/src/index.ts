export { checkFlag, checkSegment } from './check-flag.ts'
export * from './definition.ts'
