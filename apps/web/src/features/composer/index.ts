export { ComposerForm } from './components/composer-form';
