import { otpDigits } from '../../lib/otp-digits';
import { TextField, type TextFieldProps } from './text-field';

interface CodeFieldProps extends Omit<TextFieldProps, 'onChange'> {
  /** Receives the digits of what is typed or pasted. */
  onCode: (digits: string) => void;
}

/** A field for a code of six digits, which phones offer to fill in. */
export const CodeField = ({ onCode, ...rest }: CodeFieldProps) => (
  <TextField
    inputMode="numeric"
    autoComplete="one-time-code"
    {...rest}
    onChange={(event) => onCode(otpDigits(event.target.value))}
  />
);
