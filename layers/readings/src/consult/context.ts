export { contextTexts } from './context-texts.ts'
export { contextProblems } from './input-checks.ts'
