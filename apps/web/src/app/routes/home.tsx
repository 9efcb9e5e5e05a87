import { HomeScreen } from '../home/home-screen';

/** /, /home and /messages (F §2). */
export const HomeRoute = () => <HomeScreen />;
