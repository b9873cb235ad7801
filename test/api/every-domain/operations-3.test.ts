import { checkOperations } from './operations.ts'

checkOperations(3)
