import { checkOperations } from './operations.ts'

checkOperations(9)
