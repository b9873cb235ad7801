export { CISO_INTAKE, PUBLIC_CLAIMS_BYTES, type PublicClaims } from './intake-receipt.ts'
export { type IntakeRow, type IntakeTable, intakeTable, type ListedIntakeRow } from './intake-table.ts'
export {
  acceptedView,
  findingsIn,
  intakeView,
  listedView,
  receiptView,
  refusedFields as refusedMembers,
} from './intake-view.ts'
export { dayOf, type JudgedIntake, judgeSubmission } from './judge-submission.ts'
export { type SigningRefusal, signOnce } from './sign-intake.ts'
export { type IntakeCredit, type IntakeRequest, type SignedIntake, type SigningDeps, UNPAID } from './write-intake.ts'
