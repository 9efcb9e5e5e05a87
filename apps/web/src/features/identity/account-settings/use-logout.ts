import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths';
import { useSessionStore } from '../session/stores/session-store';

/** Signs out, then shows the sign-in page. */
export const useLogout = () => {
  const leave = useSessionStore((state) => state.logout);
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const logout = async (): Promise<void> => {
    setLeaving(true);
    await leave();
    await navigate(paths.login.getHref(), { replace: true });
  };
  return { leaving, logout };
};
