import { useEffect } from 'react';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';

/** The dialog closes by itself after this long, in milliseconds (F §2). */
const CLOSES_AFTER = 10_000;

interface LoginDialogProps {
  text: string;
  onClose: () => void;
  onLogin: () => void;
}

/** Login Required (F §2). Load it lazily. */
export const LoginDialog = ({ text, onClose, onLogin }: LoginDialogProps) => {
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Login Required"
      description={text}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onLogin}>Login</Button>
        </>
      }
    />
  );
};
