/** An error that an operator can understand. */
export class BackupRefusal extends Error {}
