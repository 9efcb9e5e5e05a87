export { ChangePassword } from './components/change-password';
export { ConnectedAccounts } from './components/connected-accounts';
export { DataExport } from './components/data-export';
export { DeleteAccount } from './components/delete-account';
export { ProfileEditor } from './components/profile-editor';
export { SettingsSection } from './components/section';
export { SessionList } from './components/session-list';
export { TokenList } from './components/token-list';
