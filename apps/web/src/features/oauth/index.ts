export { ProgressFrame } from './components/progress-frame';
export { ProgressSteps } from './components/progress-steps';
export { SocialButtons } from './components/social-buttons';
export { failureAddress, forgetAddress, returnAddress } from './model/return-address';
