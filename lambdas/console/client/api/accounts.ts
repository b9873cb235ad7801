import { createAccountsClient } from '../clients/accounts.ts'
import { requesting } from '../session/requesting.ts'

export const accounts = createAccountsClient(requesting('platform'))
