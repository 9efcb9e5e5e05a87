import * as contracts from '@social-feed/contracts';
import express, { type Router } from 'express';
import type { AppContext } from '../../context.js';
import { route } from '../../platform/http/route.js';
import { sendCode, verifyCode } from './reset-code.service.js';
import { resetPassword } from './reset.service.js';

/** The password reset by a one-time code (A §7.1). */
export function resetRoutes(ctx: AppContext): Router {
  const router = express.Router();

  route(ctx, router, contracts.forgotPassword, async ({ body, req }) => {
    await sendCode(ctx, req, body.email);
    return { message: 'OTP sent to your email address' };
  });

  route(ctx, router, contracts.resendOtp, async ({ body, req }) => {
    await sendCode(ctx, req, body.email);
    return { message: 'New OTP sent to your email' };
  });

  route(ctx, router, contracts.verifyOtp, async ({ body, req }) => ({
    message: 'OTP verified',
    resetToken: await verifyCode(ctx, req, body),
  }));

  route(ctx, router, contracts.resetPassword, async ({ body, req, res }) => {
    await resetPassword(ctx, body, { req, res });
    return { message: 'Password reset successful' };
  });

  return router;
}
